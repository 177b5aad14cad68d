"""Files that differ between commits, folders or clusters, compared by what kube-scheduler makes of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import attrgetter
from typing import Literal

from schedcfg import releases
from schedcfg.commands.diff.diff import diff_explained
from schedcfg.commands.diff.differences import Difference
from schedcfg.commands.diff.json_report import DiffJson
from schedcfg.commands.effective.effective import ExplainedFile, explain
from schedcfg.commands.upgrade.plan import plan, route
from schedcfg.commands.upgrade.reading import read_files
from schedcfg.commands.upgrade.results import Action, Hop, UpgradePlan, When
from schedcfg.document import Stream, parse_bytes
from schedcfg.errors import FileGuard, UnreadFile
from schedcfg.findings import FileReport, Finding, Verdict
from schedcfg.integrations.compared_files import ChangedFile
from schedcfg.integrations.git import RevisionSpan
from schedcfg.integrations.neighbors import Changes, changes, changes_between, changes_of_folders, new_findings
from schedcfg.output.json_writer import VERSION
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.sources.templates import template_kind
from schedcfg.validation.options import Options


@dataclass(frozen=True, slots=True)
class ReviewedFile:
    """A file that differs, or that has other findings because a file beside it does.

    Attributes:
        path: Where it is now, or was.
        old_path: Where it was, if that was elsewhere; None where it was not.
        before: What `validate` reports of it as it was; None where it is new.
        after: What `validate` reports of it as it is; None where it is gone.
        difference: How behavior differs; None unless both have a configuration.
        is_changed: Whether the file itself differs.
        is_renamed: Whether it has another name within its tree.
        scheduler_names: The names that its configurations serve, if it is new or gone.
    """

    __json__ = (
        *("path", "old_path", "verdict_before as before", "verdict_after as after", "summary"),
        *("written_difference as difference", "came", "went", "is_changed as changed", "scheduler_names"),
    )

    path: str
    old_path: str = field(metadata={"null_if_empty": True})
    before: FileReport | None
    after: FileReport | None
    difference: Difference | None
    is_changed: bool = True
    is_renamed: bool = False
    scheduler_names: tuple[str, ...] = ()

    def failed(self, reason: str) -> "ReviewedFile":
        """Return it as a file that cannot be read."""
        unread = FileReport(self.path, Verdict.UNREADABLE, reason=reason)
        return ReviewedFile(self.path, self.old_path, None, unread, None)

    @property
    def verdict_before(self) -> Verdict | None:
        """What became of it as it was; None where it is new."""
        return None if self.before is None else self.before.verdict

    @property
    def verdict_after(self) -> Verdict | None:
        """What becomes of it as it is; None where it is gone."""
        return None if self.after is None else self.after.verdict

    @property
    def written_difference(self) -> DiffJson | None:
        """How behavior differs; None unless both have a configuration."""
        return None if self.difference is None else DiffJson.of(self.difference)

    @property
    def came(self) -> tuple[Finding, ...]:
        """The findings that are new."""
        return tuple(new_findings(self.after, self.before))

    @property
    def went(self) -> tuple[Finding, ...]:
        """The findings that are gone."""
        return tuple(new_findings(self.before, self.after))

    @property
    def is_refused(self) -> bool:
        """Whether kube-scheduler does not start with it as it is, or an error is new."""
        is_refused = self.after is not None and self.after.verdict is Verdict.REFUSED
        return (is_refused and self.is_changed) or any(finding.is_error for finding in self.came)

    @property
    def summary(self) -> str:
        """What becomes of it, in a few words."""
        if self.after is None:
            return "is gone"
        if self.after.verdict is Verdict.UNREADABLE:
            return "cannot be read"
        if self.before is None:
            return "is new"
        if not self.is_changed:
            return "has other findings"
        if self.after.verdict is Verdict.REFUSED:
            return "is refused"
        if self.difference is not None and self.difference.differs:
            return "changes behavior"
        is_same = self.difference is not None and self.difference.is_same
        return "behaves the same" if is_same else "cannot be compared"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next hop of an upgrade for which something in the files has to change.

    Attributes:
        kubernetes: The release that the hop leads to.
        todo: What has to change, in order.
    """

    kubernetes: str
    todo: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """What differs between two trees.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        source: The commit, folder or context with which files are compared, as it was named.
        target: What is compared with it, as it was named; None for the working tree.
        files: The files that differ and have to do with schedulers, and those that have other findings because of that.
        next_hop: The next hop of an upgrade for which something in these files has to change; None where there is none.
        unread: What cannot be read.
    """

    __json__ = (
        *("version", "source as revision", "target", "is_same as same", "files", "next_step as next", "unread"),
    )

    version: Literal[1] = field(default=VERSION, kw_only=True)
    source: str
    target: str | None
    files: tuple[ReviewedFile, ...]
    next_hop: Hop | None = None
    unread: tuple[UnreadFile, ...] = ()

    @property
    def next_step(self) -> NextStep | None:
        """The next step of an upgrade; None where there is none."""
        return None if self.next_hop is None else NextStep(self.next_hop.target, tuple(todo(self.next_hop)))

    @property
    def is_same(self) -> bool:
        """Whether the same schedulers are there, and behave as before."""
        return all(
            file.before is not None
            and file.after is not None
            and not file.is_refused
            and (file.difference is None or file.difference.is_same)
            for file in self.files
        )


def review(revision: str, paths: Sequence[str], options: Options) -> Review:
    """Compare files with what they were where the work on a revision began, or those of two revisions.

    Args:
        revision: A branch, a tag or a commit; or two, as `git diff` takes them: `A..B`, `A...B`.
        paths: Files and folders; none: the whole repository.
        options: How they are validated.

    Raises:
        UnreadableInput: if there is no repository, or no such commit.
        UnknownTarget: if the release is not known.
    """
    options.release_name()
    span = RevisionSpan.of(revision)
    if span is not None:
        # The next step of an upgrade is about files that are there.
        return _reviewed(changes_between(span, paths, options), span.before, span.after)
    reviewed = _reviewed(changes(revision, paths, options), revision, None)
    upgrade = _next_step(reviewed.files, options)
    if upgrade is None:
        return reviewed
    # Each file is listed once, whatever it fails at.
    unread = {one.path: one for one in (*upgrade.unread, *reviewed.unread)}
    next_hop = upgrade.hops[0] if todo(upgrade.hops[0]) else None
    return replace(reviewed, next_hop=next_hop, unread=tuple(unread.values()))


def review_folders(left: str, right: str, options: Options) -> Review:
    """Compare the files of two folders.

    Args:
        left: One folder.
        right: The other.
        options: How they are validated.

    Raises:
        UnknownTarget: if the release is not known.
    """
    options.release_name()
    return _reviewed(changes_of_folders(left, right, options), left, right)


def _reviewed(compared: Changes, source: str, target: str | None) -> Review:
    """Return the files that differ and those that have other findings because of that, in order of their paths."""
    reviewed_files: list[ReviewedFile] = []
    unread = list(compared.unread)
    for file in compared.files:
        with FileGuard() as guard:
            reviewed_files += map(_settled, filter(None, [_reviewed_file(file, compared)]))
        unread += guard.unread(file.path)
    for before, now in compared.of_neighbors():
        with FileGuard() as guard:
            if now.verdict is not Verdict.UNREADABLE:
                reviewed_files.append(_settled(ReviewedFile(now.path, "", before, now, None, is_changed=False)))
        reason = guard.reason or now.reason
        unread += [UnreadFile(now.path, reason)] if reason else []
    return Review(source, target, tuple(sorted(reviewed_files, key=attrgetter("path"))), unread=tuple(unread))


def _settled(file: ReviewedFile) -> ReviewedFile:
    """Return a file of which everything can be summed up: of one that fails at it, a review has the reason alone."""
    _ = (file.summary, file.came, file.went, Review("", None, (file,)).is_same)
    return file


def _reviewed_file(file: ChangedFile, compared: Changes) -> ReviewedFile | None:
    before, after = compared.report_before(file), compared.report_now(file)
    if all(report is None or report.verdict is Verdict.SKIPPED for report in (before, after)):
        return None
    sides = ((file.before, file.old_path or file.path), (file.after, file.path))
    explained = [
        explain(stream, compared.options.at(path), path=path)
        for raw, path in sides
        if raw is not None and _has_configuration(stream := parse_bytes(raw))
    ]
    reviewed = ReviewedFile(file.path, file.old_path, before, after, None, is_renamed=file.is_renamed)
    if before is None or after is None:
        return replace(reviewed, scheduler_names=tuple(name for one in explained for name in scheduler_names(one)))
    if len(explained) < len(sides):
        return reviewed
    one, other = explained
    return replace(reviewed, difference=diff_explained(one, other, compared.options.at(file.path)))


def scheduler_names(explained: ExplainedFile) -> Iterator[str]:
    """Yield the names that the configurations of a file serve."""
    for document in explained.file.documents:
        yield from (profile.name for profile in (document.view.profiles if document.view is not None else ()))


def _has_configuration(stream: Stream) -> bool:
    return template_kind(stream) is None and bool(find_configurations(stream, Role.ANY))


def _next_step(files: Sequence[ReviewedFile], options: Options) -> UpgradePlan | None:
    """Return the plan of the next hop in which something has to change, from the oldest release the files are for.

    None where nothing has to change; the plan of the last hop where there are files that no plan can be made for.
    """
    reports = [
        file.after
        for file in files
        if file.is_changed and file.after is not None and file.after.verdict is Verdict.ACCEPTED
    ]
    named = {document.kubernetes for report in reports for document in report.documents if document.kubernetes}
    if not named:
        return None
    oldest = min(releases.at(name).number for name in named)
    names = [f"1.{number}" for number in range(oldest, releases.at(releases.NEWEST).number + 1)]
    read = read_files([report.path for report in reports], options)
    made: UpgradePlan | None = None
    for before, after in pairwise(names):
        made = plan(read, route(before, after), options.by(None))
        if todo(made.hops[0]):
            return made
    return made if made is not None and made.unread else None


def todo(hop: Hop) -> list[str]:
    """Return what has to change in files for a hop, beside the release itself."""
    return list(
        dict.fromkeys(
            item.message
            for item in hop.items
            if item.when is not When.AFTER and item.action is not Action.NOTE and item.id != "release"
        )
    )

"""Files that differ between commits, folders or clusters, compared by what kube-scheduler makes of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from schedcfg import releases
from schedcfg.changes.compared_files import ChangedFile
from schedcfg.changes.diff.diff import diff_explained
from schedcfg.changes.diff.differences import Difference
from schedcfg.changes.neighbors import Changes, changes, changes_between, changes_of_folders, new_findings
from schedcfg.changes.upgrade.plan import plan, read_files, route
from schedcfg.changes.upgrade.results import Action, Hop, When
from schedcfg.document import Stream, parse_bytes
from schedcfg.external.git import RevisionSpan
from schedcfg.findings import FileReport, Finding, Verdict
from schedcfg.show.effective.effective import ExplainedFile, explain
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.sources.templates import template_kind
from schedcfg.validation.options import Options


@dataclass(frozen=True, slots=True)
class ReviewedFile:
    """A file that differs, or that has other findings because a file beside it does."""

    path: str  # Where it is now, or was
    old_path: str  # Where it was, if that was elsewhere; empty otherwise
    before: FileReport | None  # What `validate` reports of it as it was; None where it is new
    after: FileReport | None  # What `validate` reports of it as it is; None where it is gone
    difference: Difference | None  # How behavior differs; None unless both have a configuration
    is_changed: bool = True
    is_renamed: bool = False  # Whether it has another name within its tree
    scheduler_names: tuple[str, ...] = ()  # The names that its configurations serve, if it is new or gone

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
        if self.before is None:
            return "is new"
        if not self.is_changed:
            return "has other findings"
        if self.after.verdict is Verdict.REFUSED:
            return "is refused"
        if self.difference is None:
            return "cannot be compared"
        if self.difference.differs:
            return "changes behavior"
        return "behaves the same" if self.difference.is_same else "cannot be compared"


@dataclass(frozen=True, slots=True)
class Review:
    """What differs between two trees."""

    source: str  # The commit, folder or context with which it is compared, as it was named
    target: str  # What is compared with it, as it was named; empty for the working tree
    files: tuple[ReviewedFile, ...]
    # The next hop of an upgrade for which something in these files has to change; None where there is none
    next_hop: Hop | None = None
    unread: tuple[tuple[str, str], ...] = ()  # The paths of what cannot be read, each with the reason

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
        both = changes_between(span, paths, options)
        return Review(span.before, span.after, _reviewed(both), unread=both.unread)
    compared = changes(revision, paths, options)
    files = _reviewed(compared)
    return Review(revision, "", files, _next_hop(files, options), compared.unread)


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
    compared = changes_of_folders(left, right, options)
    return Review(left, right, _reviewed(compared), unread=compared.unread)


def _reviewed(compared: Changes) -> tuple[ReviewedFile, ...]:
    """Return the files that differ and those that have other findings because of that, in order of their paths."""
    reviewed_files = [one for one in (_review(file, compared) for file in compared.files) if one]
    reviewed_files += (
        ReviewedFile(now.path, "", before, now, None, is_changed=False) for before, now in compared.of_neighbors()
    )
    return tuple(sorted(reviewed_files, key=lambda file: file.path))


def _review(file: ChangedFile, compared: Changes) -> ReviewedFile | None:
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


def _next_hop(files: Sequence[ReviewedFile], options: Options) -> Hop | None:
    """Return the next hop in which something has to change, from the oldest release that the files are for."""
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
    for before, after in pairwise(names):
        hop = plan(read, route(before, after), options.by(None)).hops[0]
        if todo(hop):
            return hop
    return None


def todo(hop: Hop) -> list[str]:
    """Return what has to change in files for a hop, beside the release itself."""
    return list(
        dict.fromkeys(
            item.message
            for item in hop.items
            if item.when is not When.AFTER and item.action is not Action.NOTE and item.id != "release"
        )
    )

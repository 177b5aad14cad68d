"""The files of a repository that differ from a commit, compared by what kube-scheduler makes of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from schedcfg import releases
from schedcfg.differences.diff import diff_bytes
from schedcfg.differences.results import Difference
from schedcfg.document import decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport, Finding, Verdict
from schedcfg.options import Options
from schedcfg.repository.changed import ChangedFile, changed_files
from schedcfg.sources import may_hold_manifests
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.sources.search import has_suffix
from schedcfg.sources.templates import template_kind
from schedcfg.upgrade.plan import plan, read_files, route
from schedcfg.upgrade.results import Action, Hop, When
from schedcfg.validation import validate_bytes


@dataclass(frozen=True, slots=True)
class ReviewedFile:
    """A file that differs.

    Attributes:
        path: Where it is now, or was.
        old_path: Where it was, if that was elsewhere; empty otherwise.
        before: What `validate` reports of it as it was; None where it is new.
        after: What `validate` reports of it as it is; None where it is gone.
        difference: How behavior differs; None unless both have a configuration.
    """

    path: str
    old_path: str
    before: FileReport | None
    after: FileReport | None
    difference: Difference | None

    @property
    def came(self) -> tuple[Finding, ...]:
        """The findings that are new."""
        return tuple(_without(_findings(self.after), _findings(self.before)))

    @property
    def went(self) -> tuple[Finding, ...]:
        """The findings that are gone."""
        return tuple(_without(_findings(self.before), _findings(self.after)))

    @property
    def is_refused(self) -> bool:
        """Whether kube-scheduler does not start with it as it is, or an error is new."""
        is_refused = self.after is not None and self.after.verdict is Verdict.REFUSED
        return is_refused or any(one.is_error for one in self.came)

    @property
    def summary(self) -> str:
        """What becomes of it, in a few words."""
        if self.after is None:
            return "is gone"
        if self.before is None:
            return "is new"
        if self.after.verdict is Verdict.REFUSED:
            return "is refused"
        if self.difference is None or not self.difference.compared:
            return "cannot be compared"
        return "changes behavior" if self.difference.changes else "behaves the same"


@dataclass(frozen=True, slots=True)
class Review:
    """What differs from a commit.

    Attributes:
        revision: The commit, as it was named.
        files: The files that differ and have to do with schedulers.
        next_hop: The next hop of an upgrade for which something in these files has to change; None where there is none.
    """

    revision: str
    files: tuple[ReviewedFile, ...]
    next_hop: Hop | None

    @property
    def is_same(self) -> bool:
        """Whether the same schedulers are there, and behave as before."""
        return all(
            one.before is not None
            and one.after is not None
            and not one.is_refused
            and (one.difference is None or (one.difference.compared and not one.difference.changes))
            for one in self.files
        )


def review(revision: str, paths: Sequence[str], options: Options) -> Review:
    """Compare files with what they were where the work on a revision began.

    Args:
        revision: A branch, a tag or a commit.
        paths: Files and folders; none: the whole repository.
        options: How they are validated.

    Raises:
        UnreadableInput: if there is no repository, or no such commit.
        UnknownTarget: if the release is not known.
    """
    options.release_name()
    found = tuple(one for one in (_reviewed(file, options) for file in changed(revision, paths, options)) if one)
    return Review(revision, found, _next_hop(found, options))


def changed(revision: str, paths: Sequence[str], options: Options) -> list[ChangedFile]:
    """List the files that differ from a commit and may have to do with schedulers; see `changed_files`."""
    is_wanted = partial(has_suffix, suffixes=options.suffixes)
    files = changed_files(revision, paths, is_wanted, may_hold_manifests)
    return [one for one in files if options.exclude is None or not options.exclude.fit(one.path)]


def _reviewed(file: ChangedFile, options: Options) -> ReviewedFile | None:
    old_path = file.old_path or file.path
    before = _report(file.before, old_path, options)
    after = _report(file.after, file.path, options)
    if all(one is None or one.verdict is Verdict.SKIPPED for one in (before, after)):
        return None
    difference = None
    if _has_configuration(file.before) and _has_configuration(file.after):
        assert file.before is not None
        assert file.after is not None
        difference = diff_bytes(file.before, file.after, (old_path, file.path), options.at(file.path))
    return ReviewedFile(file.path, file.old_path, before, after, difference)


def _report(raw: bytes | None, path: str, options: Options) -> FileReport | None:
    return None if raw is None else validate_bytes(raw, options.at(path), path=path)


def _has_configuration(raw: bytes | None) -> bool:
    if raw is None:
        return False
    try:
        stream = parse(decode_text(raw))
    except UnreadableInput:
        return False
    return template_kind(stream) is None and bool(find_configurations(stream, Role.ANY))


def _findings(report: FileReport | None) -> list[Finding]:
    return [] if report is None else [finding for document in report.documents for finding in document.findings]


def _without(findings: Iterable[Finding], others: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings that others do not have; lines may differ."""
    known = Counter((one.rule, one.message) for one in others)
    for one in findings:
        known[one.rule, one.message] -= 1
        if known[one.rule, one.message] < 0:
            yield one


def _next_hop(files: Sequence[ReviewedFile], options: Options) -> Hop | None:
    """Return the next hop in which something has to change, from the oldest release that the files are for."""
    reports = [one.after for one in files if one.after is not None and one.after.verdict is Verdict.ACCEPTED]
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

"""The comment that names the release of a file, and its feature gates: `# schedcfg: kubernetes=1.29`.

It counts where nobody requests a release, by an option or the settings, and before what manifests beside it show.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.cards import RuleCard, v1_configuration
from schedcfg.document import Span, Stream, comments
from schedcfg.errors import SchedcfgError
from schedcfg.findings import Finding, FindingClass, Severity
from schedcfg.patterns import pattern
from schedcfg.releases import gate_settings
from schedcfg.releases.gate_settings import FeatureGates
from schedcfg.validation.selection.selection import has_comments

if TYPE_CHECKING:
    from schedcfg.rules.deployment import Runner

UNREADABLE_RELEASE = "unreadable-release"
_NO_FIELD = ""

_COMMENT = pattern(
    r"#[ \t]*schedcfg:[ \t]*kubernetes[ \t]*=[ \t]*(?P<release>[^\s#]*)"
    r"(?:[ \t]+feature-gates[ \t]*=[ \t]*(?P<gates>[^\s#]*))?"
)


class CommentedRelease(NamedTuple):
    """A release that a comment names."""

    name: str
    gates: str | None  # What follows `feature-gates=`, as kube-scheduler takes it; None where there is none
    span: Span  # From its `#` to the end of what it names


def named_releases(stream: Stream) -> Iterator[CommentedRelease]:
    """Yield the releases that comments of a text name, in order."""
    if not has_comments(stream.text):
        return
    source = stream.source
    for start in source.comment_starts:
        match = _COMMENT.match(stream.text, start, comments.end_of(stream.text, start))
        if match is not None:
            yield CommentedRelease(match["release"], match["gates"], source.lines.span(*match.span()))


def runner_by_comment(stream: Stream, feature_gates: FeatureGates) -> "Runner | None":
    """Return the release that a text names for itself, as what runs it; None where it names none that is known.

    Of several comments the first counts.

    Args:
        stream: The text.
        feature_gates: Those that are requested.
    """
    named = next(named_releases(stream), None)
    if named is None:
        return None
    from schedcfg.rules.deployment import Runner  # noqa: PLC0415 - few texts name one

    with suppress(SchedcfgError):
        release = gate_settings.target(named.name, feature_gates or named.gates)
        return None if release is None else Runner(release, f"line {named.span.start.line}")
    return None


def findings_about_release(stream: Stream) -> Iterator[Finding]:
    """Yield where a comment names a release that is not known, gates that it does not start with, or a second one."""
    for number, named in enumerate(named_releases(stream)):
        try:
            gate_settings.target(named.name, named.gates)
        except SchedcfgError as error:
            yield _finding(named, f"this comment does not count: {error}", error.help)
        else:
            if number:
                yield _finding(named, "this comment does nothing: one above it names the release", "Remove it.")


def _finding(named: CommentedRelease, message: str, advice: str | None) -> Finding:
    return Finding(UNREADABLE_RELEASE, FindingClass.ADVISED, Severity.WARNING, _NO_FIELD, message, advice, *named.span)


CARDS = (
    RuleCard(
        id=UNREADABLE_RELEASE,
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
        title="A comment names a release that is not known",
        why="The file is then validated as if the comment were not there.",
        source="schedcfg/validation/selection/release_comment.py",
        bad="# schedcfg: kubernetes=1.2\n" + v1_configuration("parallelism: 8\n"),
        good="# schedcfg: kubernetes=1.29\n" + v1_configuration("parallelism: 8\n"),
    ),
)

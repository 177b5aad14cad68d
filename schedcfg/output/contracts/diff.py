"""What `schedcfg diff --output json` writes."""

from schedcfg.differences.results import Cause, ChangeKind
from schedcfg.effective.view import OriginKind
from schedcfg.findings import Verdict
from schedcfg.output.contracts.findings import findings
from schedcfg.output.contracts.parts import Schema, anything, document, listed, maybe, struct, text, truth, whole, word

_SUBJECTS = ("profile", "plugin", "order", "args", "extender", "setting", "shares")


def contract() -> Schema:
    """Describe it."""
    return document(
        "diff",
        "How two configurations differ in behaviour.",
        {
            "left": _side("The one from which the changes lead."),
            "right": _side("The one to which they lead."),
            "different": maybe(truth("Whether they behave differently; null where a side is refused.")),
            "summary": text("The outcome in one line."),
            "changes": listed(_change(), "Profile by profile, then what is above them."),
        },
    )


def _side(description: str) -> Schema:
    return struct(
        description,
        {
            "path": text("The file, as it was named."),
            "verdict": word(Verdict, "What became of it."),
            "reason": maybe(text("Why it holds no configuration, or is unreadable.")),
            "apiVersion": maybe(text("Short: `v1beta3`; null where it is refused.")),
            "kubernetes": maybe(text("The release that judged it; null where none could.")),
            "configurations": whole("How many the file holds."),
            "findings": findings("Why it could not be compared."),
        },
    )


def _change() -> Schema:
    profile = text("Its name on the right side; null where it is about all of them.")
    return struct(
        "One difference.",
        {
            "change": word(ChangeKind, "Seen from left to right."),
            "what": word(_SUBJECTS, "What it is about."),
            "before": anything("How it is on the left side; null where it is not there."),
            "after": anything("How it is on the right side; null where it is not there."),
            "reason": _reason(),
        },
        optional={
            "profile": maybe(profile),
            "plugin": text("The plugin, of a plugin or of Args."),
            "point": text("The extension point, of a plugin or of an order."),
            "stays": truth("Whether the plugin runs on both sides, if only at other points."),
            "moved": listed(text("A plugin."), "The fewest that have to move to make the order."),
            "decides": truth("Whether the order can change where a Pod goes."),
            "path": text("The value, of Args, of an extender or of a setting."),
            "urlPrefix": text("The extender's address."),
        },
    )


def _reason() -> Schema:
    stop = struct(
        "An API version as a release reads it.", {"api_version": text("Short."), "kubernetes": text("The release.")}
    )
    source = struct(
        "The upstream file that decides.", {"path": text("In kubernetes/kubernetes."), "url": text("Shows it.")}
    )
    return struct(
        "Why they differ.",
        {
            "cause": word(Cause, "What makes the difference."),
            "text": text("The same in words."),
            "left": maybe(_origin("Where the left value comes from.")),
            "right": maybe(_origin("Where the right value comes from.")),
            "since": maybe(text("The release that changed it.")),
            "step": maybe(struct("Between which neighbours it changed.", {"older": stop, "newer": stop})),
            "source": maybe(source),
        },
    )


def _origin(description: str) -> Schema:
    return struct(
        description,
        {
            "kind": word(OriginKind, "What it comes from."),
            "name": maybe(text("The API version, the release, or the field that it is derived from.")),
            "line": maybe(whole("The line of the file, from 1.", 1)),
            "path": maybe(text("The user's entry.")),
        },
    )

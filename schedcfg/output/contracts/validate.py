"""What `schedcfg validate --output json` writes."""

from schedcfg.findings import Verdict
from schedcfg.output.contracts.findings import findings
from schedcfg.output.contracts.parts import Schema, document, listed, maybe, struct, text, truth, whole, word

_JUDGED = (Verdict.ACCEPTED, Verdict.REFUSED, Verdict.SKIPPED)
"""What can become of a document."""


def contract() -> Schema:
    """Describe it."""
    judged = struct(
        "One scheduler configuration.",
        {
            "index": whole("Its place among the documents of the file, from 0."),
            "line": whole("The line where it begins, from 1.", 1),
            "apiVersion": text("As written; empty where none is."),
            "kind": text("As written; empty where none is."),
            "kubernetes": maybe(text("The release it was judged by; null where it was not judged.")),
            "verdict": word(_JUDGED, "What became of it."),
            "findings": findings("What was found, sorted by place."),
        },
        optional={"key": text("The key of the ConfigMap that it stands in.")},
    )
    file = struct(
        "One file.",
        {
            "path": text("As it was named; `-` for standard input."),
            "verdict": word(Verdict, "Refused if one of its documents is; skipped if it holds no configuration."),
            "documents": listed(judged, "Its scheduler configurations, in order."),
        },
        optional={"reason": text("Why it is skipped or unreadable."), **_fixing()},
    )
    numbers = ("files", "documents", *(str(verdict) for verdict in Verdict))
    silenced = whole("How many findings are left out because a comment or a baseline says so.")
    return document(
        "validate",
        "Whether kube-scheduler would start with files.",
        {
            "kubernetes": maybe(text("The release that was asked for; null: the newest that serves each file.")),
            "files": listed(file, "One for each file that was looked at."),
            "summary": struct(
                "Numbers.", {**{name: whole(f"How many {name}.") for name in numbers}, "silenced": silenced}
            ),
        },
    )


def _fixing() -> dict[str, Schema]:
    """Return what is told of a file that was to be fixed."""
    fix = {"rule": text("The rule."), "title": text("What it does."), "line": whole("In the text before, from 1.", 1)}
    made = {
        **fix,
        "safe": truth("Whether behaviour is kept."),
        "provenBy": listed(text("A release."), "Those in which that was proven."),
    }
    left = {**fix, "why": text("In a word."), "reason": text("In a sentence.")}
    return {
        "fixed": listed(struct("A fix.", made), "With `--fix` and `--diff`: the fixes that were made."),
        "unfixed": listed(struct("A fix.", left), "The fixes that were not made."),
        "written": truth("Whether the file was written."),
        "unwritten": maybe(text("Why it was not, though it should have been.")),
        "text": maybe(text("The new text, where it does not stand in the file.")),
    }

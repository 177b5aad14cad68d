"""What `schedcfg validate --output json` writes."""

from schedcfg.diagnostics import Verdict
from schedcfg.output.contracts.findings import findings
from schedcfg.output.contracts.parts import Schema, document, listed, maybe, struct, text, whole, word

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
        optional={"reason": text("Why it is skipped or unreadable.")},
    )
    numbers = ("files", "documents", *(str(verdict) for verdict in Verdict))
    return document(
        "validate",
        "Whether kube-scheduler would start with files.",
        {
            "kubernetes": maybe(text("The release that was asked for; null: the newest that serves each file.")),
            "files": listed(file, "One for each file that was looked at."),
            "summary": struct("Numbers.", {name: whole(f"How many {name}.") for name in numbers}),
        },
    )

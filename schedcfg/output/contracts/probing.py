"""What all probes write: what `validate` found, and what asking the server showed."""

from schedcfg.findings import Severity, Verdict
from schedcfg.output.contracts.findings import findings
from schedcfg.output.contracts.parts import Schema, listed, maybe, struct, text, truth, word


def probe_findings(description: str) -> Schema:
    """Describe a list of what asking showed."""
    finding = struct(
        "One thing that asking the server showed.",
        {
            "id": text("What, in words joined by dashes."),
            "severity": word(Severity, "An error: the scheduler would meet it too."),
            "message": text("What is wrong."),
            "help": maybe(text("What to do; null where the message already says it.")),
            "upstream": maybe(text("How the scheduler words it in its log or event; null where it says nothing.")),
            "nodes": listed(text("A node's name."), "Which nodes it is about; empty: all, or none in particular."),
        },
    )
    return listed(finding, description)


def head() -> dict[str, Schema]:
    """Describe the fields that are always there."""
    return {
        "kubernetes": maybe(text("The release that judged the file; null where none could.")),
        "path": text("The file, as it was named; `-` for standard input."),
        "verdict": word(Verdict, "What became of the file; servers are asked only where it is `accepted`."),
        "works": maybe(truth("Whether asking showed no error; null where nothing was asked.")),
        "findings": findings("What `validate` finds in the file, sorted by place."),
        "probeFindings": probe_findings("What is about the file as a whole."),
    }


REASON = text("Why the file is unreadable, or holds nothing to probe.")
"""The field `reason`, which may be missing."""

"""Findings, as all commands that judge a file write them."""

from collections.abc import Mapping

from schedcfg.findings import FindingClass, Severity
from schedcfg.output.contracts.parts import Schema, listed, maybe, struct, text, truth, whole, word


def position(description: str) -> Schema:
    """Describe a place in a file."""
    return struct(description, {"line": whole("From 1.", 1), "column": whole("From 1, in characters.", 1)})


def edit(place: Schema, behind: Schema) -> Schema:
    """Describe the replacement of a part of a text."""
    return struct("One replacement.", {"start": place, "end": behind, "replacement": text("What is put there.")})


def findings(description: str, where: Mapping[str, Schema] | None = None) -> Schema:
    """Describe a list of findings.

    Args:
        description: What it is.
        where: Fields that each has besides, where the list is of several files.
    """
    start, end = position("The first character that is meant."), position("The place behind the last one.")
    fix = struct(
        "A change of the file that would mend it.",
        {
            "title": text("What it does, as an order."),
            "safe": truth("Whether kube-scheduler is meant to behave as before."),
            "edits": listed(edit(start, end), "In order, not touching each other."),
        },
    )
    finding = struct(
        "One thing that was found.",
        {
            **(where or {}),
            "rule": text("The rule's id, words joined by dashes."),
            "class": word(
                FindingClass, "`refused`: this release would not start with the file; `advised`: an opinion."
            ),
            "severity": word(Severity, "How much it weighs."),
            "path": text("Where, as upstream writes paths; empty for the whole document."),
            "place": text("The user's own entry, where `path` is upstream's other name of it; else the same."),
            "message": text("What is wrong."),
            "help": maybe(text("What to do; null where the message already says it.")),
            "start": start,
            "end": end,
            "fix": maybe(fix),
        },
    )
    return listed(finding, description)

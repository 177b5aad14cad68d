"""What `schedcfg migrate --output json` writes."""

from schedcfg.migrations.results import MigrationStatus, NoteKind
from schedcfg.output.contracts.findings import edit, findings
from schedcfg.output.contracts.parts import Schema, anything, document, listed, maybe, struct, text, truth, whole, word


def contract() -> Schema:
    """Describe it."""
    start, behind = _position("The first character that is replaced."), _position("The place behind the last one.")
    file = struct(
        "One file.",
        {
            "path": text("As it was named; `-` for standard input."),
            "status": word(MigrationStatus, "What became of it."),
            "documents": listed(_document(), "Its scheduler configurations, in order."),
            "edits": listed(edit(start, behind), "What leads to the new text, in order."),
            "text": maybe(text("The new text; null where the file stays as it is.")),
        },
        optional={"reason": text("Why it is skipped, unreadable or could not be written.")},
    )
    numbers = ("files", "documents", *(str(status) for status in MigrationStatus))
    return document(
        "migrate",
        "What carrying files to another API version does.",
        {
            "to": text("The API version that was asked for, short."),
            "kubernetes": maybe(text("The release that was asked for.")),
            "files": listed(file, "One for each file that was looked at."),
            "summary": struct("Numbers.", {name: whole(f"How many {name}.") for name in numbers}),
        },
    )


def _position(description: str) -> Schema:
    fields = {"line": whole("From 1.", 1), "column": whole("From 1, in characters.", 1)}
    return struct(description, {**fields, "offset": whole("From 0, in characters of the file's text.")})


def _document() -> Schema:
    note = struct(
        "One thing that was done, or that the user should know.",
        {
            "kind": word(NoteKind, "From harmless to what needs a decision."),
            "id": text("What happened, in words joined by dashes."),
            "message": text("What, where and why."),
            "path": text("The user's own entry; empty where there is none."),
            "step": text("In which step."),
            "line": maybe(whole("Where the entry stands in the old text, from 1.", 1)),
        },
    )
    return struct(
        "One configuration.",
        {
            "index": whole("Its place among the documents of the file, from 0."),
            "line": whole("The line where it begins, from 1.", 1),
            "from": text("The API version it was written in; `Policy` for a legacy Policy; empty if unknown."),
            "to": text("The API version that was asked for."),
            "status": word(MigrationStatus, "What became of it."),
            "steps": listed(_step(), "From version to version, with the proof that behaviour is kept."),
            "notes": listed(note, "What was done, in order."),
            "findings": findings("Why it is refused; else what is to be said of the new text."),
        },
        optional={"key": text("The key of the ConfigMap that it stands in.")},
    )


def _step() -> Schema:
    difference = struct(
        "Something that the scheduler does otherwise.",
        {
            "path": text("What."),
            "before": anything("How it was."),
            "after": anything("How it is."),
            "reason": text("Why, and what follows from it."),
            "matters": truth("Whether where a Pod goes, or how the scheduler runs, can change by it."),
        },
    )
    return struct(
        "One step.",
        {
            "from": text("The API version before."),
            "to": text("The API version after."),
            "kubernetes": text("The release that judged."),
            "before": text("The release that judged the text before, where none serves both versions."),
            "also": listed(text("A release."), "Others in which behaviour was found equal."),
            "kept": truth("Whether nothing that matters differs."),
            "differences": listed(difference, "What is not the same, each with its reason."),
        },
    )

"""One file carried over, and all that has to be true of it, whatever stands in the file."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from schedcfg import IN_TREE_ONLY, diff, migrate, releases, validate
from schedcfg.diagnostics import Severity, Verdict
from schedcfg.document import parse
from schedcfg.models import API_VERSIONS
from schedcfg.results.difference import AnyChange
from schedcfg.results.migration import FileMigration, MigrationStatus, Proof

TARGETS = API_VERSIONS
_NUMBERED = re.compile(r"#\s?c(\d+);")
_LONE = {"\n": re.compile(r"(?<!\r)\n"), "\r\n": re.compile(r"\r\n")}


class Asked(NamedTuple):
    """What a migration is asked for: the keywords of `migrate`."""

    to: str | None
    kubernetes: str | None
    wishes: dict[str, bool]


def asked(random: Random) -> Asked:
    """Ask for something, at random."""
    wishes = {
        "annotate": random.random() < 0.2,
        "adopt_defaults": random.random() < 0.2,
        "drop_unsupported": random.random() < 0.4,
    }
    if random.random() < 0.2:
        return Asked(None, random.choice([name for name in releases.names() if int(name[2:]) >= 19]), wishes)
    return Asked(random.choice(TARGETS), None, wishes)


def run(text: str, wish: Asked) -> FileMigration:
    return migrate(text, wish.to, wish.kubernetes, world=IN_TREE_ONLY, **wish.wishes)


def faults(text: str, wish: Asked, file: FileMigration) -> Iterator[str]:
    """Yield what is wrong with a migrated file, in words."""
    if file.migrated is None:
        return
    yield from _wrong_edits(text, file)
    yield from _wrong_comments(text, wish, file)
    yield from _wrong_line_ends(text, file.migrated)
    again = run(file.migrated, wish)
    if again.migrated is not None or again.verdict is not Verdict.ACCEPTED:
        yield f"not stable: a second run says {again.status}"
    if run(text, wish) != file:
        yield "not the same twice"


def _wrong_edits(text: str, file: FileMigration) -> Iterator[str]:
    parts, last = [], -1
    for edit in file.edits:
        start, end = edit.span.start.offset, edit.span.end.offset
        if start <= last:
            yield "edits touch"
        if text[start:end] == edit.replacement:
            yield "an edit changes nothing"
        parts += [text[max(last, 0) : start], edit.replacement]
        last = end
    if "".join([*parts, text[max(last, 0) :]]) != file.migrated:
        yield "edits do not give the text"


def comments_of(text: str) -> Counter[str]:
    """Count the comments of a file, and those of the values of its ConfigMaps."""
    stream = parse(text)
    found = Counter(comment.text for comment in stream.comments)
    for document in stream.documents:
        data = document.data.get("data") if isinstance(document.data, dict) else None
        for value in data.values() if isinstance(data, dict) else ():
            if isinstance(value, str):
                found += Counter(comment.text for comment in parse(value).comments)
    return found


def _wrong_comments(text: str, wish: Asked, file: FileMigration) -> Iterator[str]:
    assert file.migrated is not None
    before, after = comments_of(text), comments_of(file.migrated)
    if before - after:
        yield "a comment is lost"
    if after - before and not wish.wishes["annotate"]:
        yield "a comment is made"
    if sorted(_NUMBERED.findall(text)) != sorted(_NUMBERED.findall(file.migrated)):
        yield "a numbered comment is lost or doubled"


def _wrong_line_ends(text: str, migrated: str) -> Iterator[str]:
    if "\r" not in text and "\r" in migrated:
        yield "CR in a text without"
    if "\r\n" in text and not _LONE["\n"].search(text) and _LONE["\n"].search(migrated):
        yield "LF in a text with CRLF"


def unproven(text: str, file: FileMigration) -> Iterator[tuple[str, AnyChange]]:
    """Yield what `diff` finds between a text and a migrated one that the proof of the single step does not list.

    For files with one configuration and one step, both judged by the same release.
    """
    if file.migrated is None or len(file.documents) != 1 or len(file.documents[0].proofs) != 1:
        return
    (proof,) = file.documents[0].proofs
    if proof.before != proof.kubernetes:
        return
    found = diff(text, file.migrated, proof.kubernetes, world=IN_TREE_ONLY)
    if not found.compared:
        yield "not compared", None
    for change in found.changes:
        if not _is_listed(change, proof):
            yield f"{proof.source}→{proof.target}", change


def _is_listed(change: AnyChange, proof: Proof) -> bool:
    kind, *rest = change.subject
    told = [one.path for one in proof.differences]
    if kind == "plugin":
        return f"{change.profile}.{rest[0]}.{rest[1]}" in told
    if kind == "order":
        return f"{change.profile}.{rest[0]}.order" in told or (not change.decides)
    if kind == "args":
        return any(path.startswith(f"{change.profile}.args.{rest[0]}") for path in told)
    if kind == "shares":
        return any(path.startswith(f"{change.profile}.score.") for path in told)
    return any(path == rest[-1] or rest[-1].startswith(path) for path in told)


def accepted_at_the_end(file: FileMigration) -> bool:
    """Tell whether the release of the last proof of every document takes the migrated file's first document."""
    if file.migrated is None or len(file.documents) != 1 or not file.documents[0].proofs:
        return True
    if file.documents[0].number or file.documents[0].key is not None or file.documents[0].line != 1:
        pass
    report = validate(file.migrated, file.documents[0].proofs[-1].kubernetes, world=IN_TREE_ONLY)
    return report.verdict is Verdict.ACCEPTED


def refusals(file: FileMigration) -> list[str]:
    """Name the rules by which documents are refused."""
    return [
        next(finding.rule for finding in document.findings if finding.severity is Severity.ERROR)
        for document in file.documents
        if document.status is MigrationStatus.REFUSED
    ]

"""Recorded command lines: the form of `tests/conformance/command_lines.ndjson.xz`."""

import re
from collections.abc import Iterable, Iterator, Mapping

from tools.record.answers import IN_SCHEME, LONGEST_MESSAGE, Row, abbreviated, resolved, without_pointers
from tools.record.command_lines import Case
from tools.record.program import Answer

_HEADER = re.compile(r"^[EF]\d{4} [^]]*\] ")
_TALK = re.compile(r"^(?:[IW]\d{4} |Flag --\S+ has been deprecated|See '|goroutine \d|\s)")
_OF_ONE_RUN = re.compile(r"(?<=127\.0\.0\.1:)\d{5}(?=->)")
_UNKNOWN_GATE = re.compile(r"(unrecognized feature gate:) \S+")
_WORDS = re.compile(r"[^\s,\[\]]+")


def entry(answer: Answer) -> Row:
    """Return how far the command came, as it is recorded."""
    if not answer.get("message"):
        return {"outcome": answer["outcome"]}
    return {"outcome": answer["outcome"], "message": stable(answer["message"])[:LONGEST_MESSAGE]}


def stable(message: str) -> str:
    """Return a message without what differs between builds: where the source is."""
    return IN_SCHEME.sub('in scheme "scheme"', message)


def told(written: str) -> str:
    """Return why a command ended, of all that it wrote to its standard error."""
    lines = written.partition("\nUsage:\n")[0].splitlines()
    reasons = [_HEADER.sub("", line).removeprefix("Error: ") for line in lines if line and not _TALK.match(line)]
    return _OF_ONE_RUN.sub("…", reasons[-1] if reasons else "")


def with_release(
    rows: Iterable[Row], asked: Iterable[Row], release: str, answers: Mapping[str, Answer]
) -> Iterator[Row]:
    """Yield each case with the answer of one more release, or with a new one of a release that it has.

    Args:
        rows: What is recorded; of a case that is no longer asked, nothing remains.
        asked: The cases that the release was asked.
        release: Its name.
        answers: Its answers, by the ids of cases.
    """
    known = {_content(row): row["releases"] for row in rows}
    for row in asked:
        entries = {**dict(resolved(known.get(_content(row), {}))), release: entry(answers[row["id"]])}
        yield {**row, "releases": abbreviated(entries)}


def request(case: Case) -> Row:
    """Return a case as the program reads it, with its tags."""
    files = {"files": dict(case.files)} if case.files else {}
    return {"id": case.id, "tags": list(case.tags), "args": list(case.args), **files}


def entries(rows: Iterable[Row], release: str) -> dict[str, Row]:
    """Return the recorded entries of a release, by the ids of cases."""
    return {row["id"]: dict(resolved(row["releases"]))[release] for row in rows if release in row["releases"]}


def differences(recorded: Mapping[str, Row], answers: Mapping[str, Answer]) -> dict[str, str]:
    """Return what differs in the answers to recorded cases, by id: the `outcome`, or the `message`."""
    found = {}
    for name, before in recorded.items():
        if before["outcome"] != answers[name]["outcome"]:
            found[name] = "outcome"
        elif not _is_same(before.get("message", ""), stable(answers[name].get("message", ""))):
            found[name] = "message"
    return found


def _is_same(recorded: str, message: str) -> bool:
    """Return whether a message says what was recorded; of one that was cut, the order decided what is left."""
    if len(recorded) < LONGEST_MESSAGE:
        return words(recorded) == words(message)
    return words(recorded.rpartition(" ")[0]) <= words(message)


def words(message: str) -> frozenset[str]:
    """Return the words of a message without what a run decides: pointers, and the order in which a map has its keys.

    That order also decides which of several unknown gates is named.
    """
    return frozenset(_WORDS.findall(_UNKNOWN_GATE.sub(r"\1 …", without_pointers(message))))


def _content(row: Row) -> tuple[tuple[str, ...], ...]:
    return (tuple(row["args"]), *sorted(row.get("files", {}).items()))

"""Recorded answers: the form of `tests/conformance/*.verdicts.ndjson.xz` and `*.effective.ndjson.xz`."""

import hashlib
import json
import lzma
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tools.record.program import Answer

Row = dict[str, Any]

LONGEST_MESSAGE = 400
"""Messages of validation and of frameworks may quote whole parts of a configuration, and are cut there."""

IN_SCHEME = re.compile(r'in scheme "[^"]*"')
"""The scheme is named after the place where it was made, which differs between builds."""

_QUOTED_JSON = re.compile(r"(?<=strict decoder error for ){.*}(?=: v\d)", re.DOTALL)
_POINTER = re.compile(r"0x[0-9a-f]{6,}")


@dataclass(frozen=True)
class Recording:
    """A pair of files: the verdicts of all cases, and what the accepted ones become.

    Attributes:
        prefix: What the names of both begin with: `tests/conformance/named`.
    """

    prefix: Path

    @property
    def verdicts(self) -> Path:
        """The file with a line for each case."""
        return self.prefix.with_name(f"{self.prefix.name}.verdicts.ndjson.xz")

    @property
    def effective(self) -> Path:
        """The file with a line for each case that some release accepts."""
        return self.prefix.with_name(f"{self.prefix.name}.effective.ndjson.xz")

    def cases(self) -> dict[str, str]:
        """Return the texts by id."""
        return {row["id"]: row["yaml"] for row in read_rows(self.verdicts)}

    def entries(self, release: str) -> dict[str, Row]:
        """Return the recorded verdicts of a release by id, and nothing where it was not recorded."""
        found = {}
        for row in read_rows(self.verdicts):
            if release in row["releases"]:
                found[row["id"]] = dict(resolved(row["releases"]))[release]
        return found

    def values(self, release: str) -> dict[str, Row]:
        """Return what a release makes of each case that it accepts: `written` and `plugins`."""
        rows = read_rows(self.effective)
        return {row["id"]: row["values"][row["releases"][release]] for row in rows if release in row["releases"]}


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the lines of a recorded file, which need not exist."""
    if path.is_file():
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Write a recorded file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8", preset=9 | lzma.PRESET_EXTREME) as lines:
        lines.writelines(json.dumps(row, ensure_ascii=True) + "\n" for row in rows)


def entry(answer: Answer, text: str) -> Row:
    """Return the verdict as it is recorded: without what differs from one run or machine to the next."""
    if answer["outcome"] == "ok":
        return {"outcome": "ok"}
    return {"outcome": answer["outcome"], "errors": [_problem(one, text) for one in answer["errors"]]}


def _problem(problem: Row, text: str) -> Row:
    message = problem["message"]
    if "stage" in problem:
        return {"message": str({"stage": problem["stage"], "error": message})}
    if problem.keys() == {"message"}:  # while decoding, messages of old releases quote the whole text
        message = IN_SCHEME.sub('in scheme "scheme"', message.replace(text, "<document>"))
        message = _QUOTED_JSON.sub("<document>", message)
    return {**problem, "message": message if problem.keys() == {"message"} else message[:LONGEST_MESSAGE]}


def completed(answer: Answer) -> Row:
    """Return what an accepted case becomes, as it is recorded."""
    return {"written": answer["written"], "plugins": answer["plugins"]}


def add(recording: Recording, release: str, answers: Mapping[str, Answer]) -> None:
    """Write a recording again, with the answers of one more release or with new answers of a release that it has."""
    texts = recording.cases()
    add_verdicts(recording, release, {name: entry(answers[name], text) for name, text in texts.items()})
    known = {row["id"]: row for row in read_rows(recording.effective)}
    values = [_with_value(known.get(name), name, release, answers[name]) for name in texts]
    write_rows(recording.effective, [row for row in values if row["releases"]])


def add_verdicts(recording: Recording, release: str, verdicts: Mapping[str, Row]) -> None:
    """Write the verdicts of a recording again, with those of one more release or with new ones of one that it has."""
    rows = list(read_rows(recording.verdicts))
    for row in rows:
        row["releases"] = abbreviated({**dict(resolved(row["releases"])), release: verdicts[row["id"]]})
    write_rows(recording.verdicts, rows)


def resolved(releases: Row) -> Iterator[tuple[str, Row]]:
    """Yield the entry of each release, where some stand as the name of an earlier release."""
    for release, one in releases.items():
        yield release, releases[one] if isinstance(one, str) else one


def abbreviated(entries: Mapping[str, Row]) -> dict[str, Row | str]:
    """Return the entries in the order of releases; one that an earlier release has too is replaced by its name."""
    found: dict[str, Row | str] = {}
    for release in sorted(entries, key=_order):
        same = (name for name, one in found.items() if one == entries[release])
        found[release] = next(same, entries[release])
    return found


def _order(release: str) -> tuple[bool, list[int]]:
    """Return where a release belongs: in the order of numbers, and a fork of one, `1.19nt`, behind all."""
    return not release[-1].isdigit(), [int(number) for number in re.findall(r"\d+", release)]


def _with_value(row: Row | None, name: str, release: str, answer: Answer) -> Row:
    releases = dict(row["releases"]) if row else {}
    values = dict(row["values"]) if row else {}
    releases.pop(release, None)
    if answer["outcome"] == "ok":
        value = completed(answer)
        key = hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]
        releases[release] = next((known for known, one in values.items() if one == value), key)
        values.setdefault(releases[release], value)
    used = set(releases.values())
    return {
        "id": name,
        "releases": {one: releases[one] for one in sorted(releases, key=_order)},
        "values": {key: value for key, value in values.items() if key in used},
    }


class Agreement(NamedTuple):
    """How far answers just given agree with recorded ones.

    Attributes:
        cases: How many were compared.
        completed: Of how many it is recorded what they become.
        differing: What differs first, by id: the `outcome`; the fields, profiles and types of errors `named`; a
            `message`, but for pointers and the order of errors; what an accepted case is `completed` to or runs.
    """

    cases: int
    completed: int
    differing: dict[str, str]


def compare(recording: Recording, release: str, answers: Mapping[str, Answer]) -> Agreement:
    """Return how far answers agree with those that a recording has for a release."""
    texts, entries, values = recording.cases(), recording.entries(release), recording.values(release)
    differing = {}
    for name, recorded in entries.items():
        what = difference(recorded, entry(answers[name], texts[name]))
        if not what and name in values and values[name] != completed(answers[name]):
            what = "completed"
        if what:
            differing[name] = what
    return Agreement(len(entries), len(values.keys() & entries.keys()), differing)


def difference(recorded: Row, found: Row) -> str:
    """Return what differs first between a recorded verdict and one just given; nothing where they are the same."""
    if found["outcome"] != recorded["outcome"]:
        return "outcome"
    if _named(found) != _named(recorded):
        return "named"
    return "message" if _messages(found) != _messages(recorded) else ""


def _named(row: Row) -> list[tuple[str, str, str]]:
    return sorted((one.get("type", ""), one.get("field", ""), one.get("profile", "")) for one in row.get("errors", ()))


def _messages(row: Row) -> list[str]:
    return sorted(without_pointers(one["message"]) for one in row.get("errors", ()))


def without_pointers(message: str) -> str:
    """Return a message without the addresses of one run."""
    return _POINTER.sub("0x…", message)

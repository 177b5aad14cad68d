"""The recorded answers of the real kube-scheduler."""

import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from tests.searching import IS_SEARCHING

HERE = Path(__file__).parent
Answer = TypeVar("Answer")

OF_EVERY_RELEASE = ("train", "named")
"""Recordings of configurations: thousands that were generated, and small ones by name."""

OF_SOME_RELEASES = ("newest", "new")
"""Likewise, about what the newest releases brought: they have answers of few others."""


@dataclass(frozen=True)
class Recording:
    id: str
    tags: tuple[str, ...]
    text: str
    answers: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class CommandLine:
    id: str
    tags: tuple[str, ...]
    args: tuple[str, ...]
    files: dict[str, str]
    answers: dict[str, dict[str, Any]]


def read(name: str, text_key: str = "yaml") -> Iterator[Recording]:
    """Yield the cases of one file."""
    with lzma.open(HERE / f"{name}.ndjson.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Recording(row["id"], tuple(row["tags"]), row[text_key], _answers(row))


def read_command_lines(path: Path) -> Iterator[CommandLine]:
    """Yield command lines with how far each release came with them."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            yield CommandLine(row["id"], tuple(row["tags"]), tuple(row["args"]), row.get("files", {}), _answers(row))


def _answers(row: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the answer of each release; one that is the name of an earlier release stands for its answer."""
    answers: dict[str, dict[str, Any]] = {}
    for release, answer in row["releases"].items():
        answers[release] = answers[answer] if isinstance(answer, str) else answer
    return answers


def at_changes(case: str, answers: Mapping[str, Answer]) -> dict[str, Answer]:
    """Return the answers of a case where they begin and end, and some between; when searching, all.

    Of 94,000 verdicts these are a third. Of the releases between it is one of twenty, for each case another one.
    """
    releases = list(answers)
    found: dict[str, Answer] = {}
    for number, release in enumerate(releases):
        is_inside = 0 < number < len(releases) - 1
        is_between = is_inside and answers[releases[number - 1]] == answers[release] == answers[releases[number + 1]]
        if IS_SEARCHING or not is_between or (number + crc32(case.encode())) % _ONE_OF == 0:
            found[release] = answers[release]
    return found


_ONE_OF = 20


def read_effective(name: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield case, release, and what that release completes it to: `written` and `plugins`."""
    with lzma.open(HERE / f"{name}.effective.ndjson.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for release, key in row["releases"].items():
                yield row["id"], release, row["values"][key]


def read_feature_gates() -> Iterator[dict[str, Any]]:
    """Yield command lines with feature gates, and what one release made of each; see the test that replays them."""
    with lzma.open(HERE / "gates.ndjson.xz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)

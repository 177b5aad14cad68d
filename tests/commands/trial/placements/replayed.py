"""Recorded worlds that are run again on the stand-in, with a program that requests what the scheduler requested."""

import asyncio
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.commands.trial.placements import recorded_scheduler
from tools.record.answers import read_rows
from tools.record.control_plane import ControlPlanePrograms
from tools.record.exchanges import comparable, is_told
from tools.record.placements import RECORDING, exchanges_of
from tools.record.pod_by_pod import Outcome
from tools.record.stand_in_run import StandIn
from tools.record.worlds import TrialCase

Key = tuple[str, str, str]
"""Resource, namespace, name."""
History = list[dict[str, Any]]
"""The states of an object that a scheduler saw, each that is another one than before; {} where it is gone."""


@dataclass(frozen=True)
class Replay:
    """What a program got from the stand-in that requested what a scheduler requested.

    Attributes:
        outcome: What the stand-in makes of it.
        responses: The status and the object of each response, by the number of the request.
        histories: What the watches showed.
        missing: What they did not show that a request waited for.
    """

    outcome: Outcome
    responses: Mapping[int, tuple[int, Any]]
    histories: Mapping[Key, History]
    missing: tuple[Any, ...]


def exchanges(release: str) -> dict[str, list[dict[str, Any]]]:
    """Return the recorded exchanges of each world."""
    return {row["world"]: row["exchanges"] for row in read_rows(exchanges_of(release, RECORDING))}


def replay(
    case: TrialCase, release: str, recorded: list[dict[str, Any]], folder: Path, refused: frozenset[str] = frozenset()
) -> Replay:
    """Run a world on the stand-in, but for refused Pods, with a program that requests what is recorded."""
    given, notes = folder / "exchanges.ndjson", folder / "notes.ndjson"
    given.write_text("".join(f"{json.dumps(row)}\n" for row in recorded), encoding="utf-8")
    script = folder / "kube-scheduler"
    command = f'"{sys.executable}" -IS "{recorded_scheduler.__file__}" "{given}" "{notes}"'
    script.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    outcome = asyncio.run(StandIn(ControlPlanePrograms(release, Path(), Path(), script)).run(case, "", refused))
    return _replay(outcome, recorded, [json.loads(line) for line in notes.read_text("utf-8").splitlines()])


def _replay(outcome: Outcome, recorded: list[dict[str, Any]], notes: list[dict[str, Any]]) -> Replay:
    responses = {note["number"]: (note["status"], comparable(note["response"])) for note in notes if "status" in note}
    shown = [(recorded[note["number"]]["url"], comparable(note["event"])) for note in notes if "event" in note]
    missing = tuple(note["missing"] for note in notes if "missing" in note)
    return Replay(outcome, responses, histories(shown), missing)


def recorded_histories(recorded: Iterable[dict[str, Any]]) -> dict[Key, History]:
    """Return what the real API server showed: first in lists, then as events."""
    return histories(_shown(recorded))


def _shown(recorded: Iterable[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for row in recorded:
        if row["method"] == "GET" and isinstance(row["response"], dict):
            for item in row["response"].get("items") or ():
                yield row["url"], {"type": "ADDED", "object": item}
        for _, event in row.get("events", ()):
            yield row["url"], event


def histories(shown: Iterable[tuple[str, dict[str, Any]]]) -> dict[Key, History]:
    """Return the states of each object."""
    found: dict[Key, History] = {}
    for url, event in shown:
        if event["type"] == "BOOKMARK" or not is_told(event):
            continue
        key = recorded_scheduler.key_of(recorded_scheduler.resource_of(url), event)
        state = {} if event["type"] == "DELETED" else _state(event["object"])
        states = found.setdefault(key, [])
        if not states or states[-1] != state:
            states.append(state)
    return found


def _state(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in {"apiVersion", "kind"}}

"""`python -m tools.record placements`: where the real kube-scheduler of a release puts the Pods of small worlds.

Each world is run on a real control plane, and its outcomes are added to `tests/commands/trial/placements/`. Where
chance decides, it is run several times, and all outcomes are kept. `--compare` runs the worlds on the stand-in of
`schedcfg try` instead, and ends with status 1 where it comes to another outcome.
"""

import argparse
import asyncio
import hashlib
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from tools.record.answers import Row, read_rows, write_rows
from tools.record.control_plane import ETCD, ControlPlaneError, ControlPlanePrograms
from tools.record.exchanges import rows
from tools.record.extender import LabelExtender
from tools.record.generated_worlds import generated
from tools.record.module import API_SERVER, BuildError, build_command, build_etcd, newest_patch
from tools.record.pod_by_pod import Outcome, RunError
from tools.record.stand_in_run import StandIn, TrialFailed, WrongTrialInputs, refused_in
from tools.record.world_run import RealCluster, WorldRun
from tools.record.worlds import RELEASES, TrialCase, by_hand

RECORDING = Path(__file__).parents[2] / "tests" / "commands" / "trial" / "placements" / "placements.ndjson.xz"

_RUNS_WITHOUT_NEWS = 5
"""Runs in a row that bring no new outcome, after which chance is assumed to have shown all of them."""
_MOST_RUNS = 24
_KEPT_TIES = 5
"""Of generated worlds in which chance decides, one of so many is recorded: they take ten times as long."""
_SAVED_EACH = 50
_TRIES = 2

Run = Callable[[TrialCase, str, frozenset[str]], Awaitable[Outcome]]


class Programs(NamedTuple):
    """What is run, and of which patch release it is."""

    version: str
    of_release: ControlPlanePrograms


def main(arguments: Sequence[str]) -> int:
    """Record worlds or compare them, and return the status: 1 where something differs, 3 where nothing can be run."""
    options = _parser().parse_args(arguments)
    cases = [case for case in worlds() if case.is_for(options.release) and _is_wanted(case, options.only)]
    try:
        programs = _programs(options)
        work = _compare if options.compare else _record
        return asyncio.run(work(cases, programs, options))
    except (BuildError, ControlPlaneError) as error:
        _report(str(error))
        return 3


def worlds() -> Iterator[TrialCase]:
    """Yield all worlds, those that were written by hand first."""
    yield from by_hand()
    yield from generated()


def recorded(release: str, path: Path = RECORDING) -> dict[str, Row]:
    """Return what is recorded of a release: `outcomes`, `tie` and `digest` by the name of the world."""
    return {row["world"]: row["releases"][release] for row in read_rows(path) if release in row["releases"]}


def digest(case: TrialCase) -> str:
    """Return what changes with a world, so that an outcome is not compared with that of another one."""
    world = [case.objects, case.pods, dict(case.configuration), case.gates]
    return hashlib.sha256(json.dumps(world, sort_keys=True).encode()).hexdigest()[:12]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.record placements",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--release", required=True, choices=RELEASES)
    parser.add_argument("--version", help="the patch release, v1.29.6; else the newest")
    parser.add_argument("--compare", action="store_true", help="run the stand-in, and compare with what is recorded")
    parser.add_argument("--only", action="append", metavar="TEXT", help="worlds whose name contains it")
    parser.add_argument("--runs", type=int, default=1, help="run each world so often at least")
    built = "a folder with VERSION/kube-scheduler, VERSION/kube-apiserver and etcd/etcd; else they are built"
    parser.add_argument("--programs", type=Path, metavar="FOLDER", help=built)
    parser.add_argument("--recording", type=Path, default=RECORDING)
    return parser


def _is_wanted(case: TrialCase, only: Sequence[str] | None) -> bool:
    return not only or any(text in case.name for text in only)


def _programs(options: argparse.Namespace) -> Programs:
    version = options.version or newest_patch(options.release)
    if options.programs:
        folder = options.programs / version
        paths = options.programs / "etcd" / "etcd", folder / API_SERVER, folder / "kube-scheduler"
    else:
        commands = ("kube-scheduler",) if options.compare else ("kube-scheduler", API_SERVER)
        built = {name: build_command(version, name) for name in commands}
        paths = (
            (Path() if options.compare else build_etcd(ETCD)),
            built.get(API_SERVER, Path()),
            built["kube-scheduler"],
        )
    return Programs(version, ControlPlanePrograms(options.release, *paths))


class PlacementRecording:
    """What is recorded of one release, and of others beside it."""

    def __init__(self, path: Path, release: str) -> None:
        self._path = path
        self._release = release
        self._rows = {row["world"]: row for row in read_rows(path)}
        self._exchanges = {row["world"]: row for row in read_rows(exchanges_of(release, path))}

    def add(self, case: TrialCase, entry: Row) -> None:
        """Add the outcomes of a world to those that chance has shown before; an empty entry leaves it out."""
        releases = self._rows.setdefault(case.name, {"world": case.name, "releases": {}})["releases"]
        before = releases.pop(self._release, {})
        self._exchanges.pop(case.name, None)
        if not entry:
            return
        known = before["outcomes"] if before.get("digest") == entry["digest"] else []
        outcomes = [*known, *(one for one in entry["outcomes"] if one not in known)]
        exchanges = {"exchanges": entry["exchanges"]} if "exchanges" in entry else {}
        kept = {key: value for key, value in entry.items() if key != "exchanges"}
        releases[self._release] = {**kept, "outcomes": outcomes}
        if exchanges and len(outcomes) == 1:
            self._exchanges[case.name] = {"world": case.name, "digest": entry["digest"], **exchanges}

    def write(self) -> None:
        """Write both files."""
        write_rows(self._path, [self._rows[name] for name in sorted(self._rows) if self._rows[name]["releases"]])
        exchanges = [self._exchanges[name] for name in sorted(self._exchanges)]
        write_rows(exchanges_of(self._release, self._path), exchanges)


def exchanges_of(release: str, recording: Path = RECORDING) -> Path:
    """Return where the requests of a release's scheduler are recorded."""
    return recording.with_name(f"exchanges-{release}.ndjson.xz")


async def _record(cases: Sequence[TrialCase], programs: Programs, options: argparse.Namespace) -> int:
    """Run the worlds on a real control plane and add what became of them to the recording."""
    recording, begun = PlacementRecording(options.recording, options.release), time.monotonic()
    failed, number = 0, 0
    try:
        async for case, entry in _entries(cases, programs, options.runs):
            number += 1
            if entry is None:
                failed += 1
            else:
                recording.add(case, entry)
            if number % _SAVED_EACH == 0:
                recording.write()
    finally:
        recording.write()
    _report(f"{programs.version}: {number - failed} worlds run, {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


async def _entries(
    cases: Sequence[TrialCase], programs: Programs, runs: int
) -> AsyncIterator[tuple[TrialCase, Row | None]]:
    for gates, group in groupby(sorted(cases, key=lambda case: case.gates), key=lambda case: case.gates):
        async with RealCluster(programs.of_release, gates) as cluster, LabelExtender() as extender:
            for case in group:
                yield case, await _entry(case, cluster, extender.url, runs)


async def _entry(case: TrialCase, cluster: RealCluster, extender: str, runs: int) -> Row | None:
    """Return the outcomes of a world, from as many runs as chance requires.

    It is empty where the world is left out, and None where it cannot be run.
    """
    outcomes: list[dict[str, Any]] = []
    told: list[Row] = []
    done, last_news, had_tie = 0, 0, False
    while done < max(runs, case.runs) or (had_tie and done - last_news < _RUNS_WITHOUT_NEWS and done < _MOST_RUNS):
        ended = await _tried(case, cluster, extender)
        if ended is None:
            return None
        told = list(rows(ended.exchanges))
        done, had_tie = done + 1, had_tie or ended.had_tie
        outcome = ended.outcome.as_json()
        if outcome not in outcomes:
            outcomes.append(outcome)
            last_news = done
        if had_tie and not _keeps_ties(case):
            return {}
    if had_tie and done == _MOST_RUNS and done - last_news < _RUNS_WITHOUT_NEWS:
        return {}  # Chance has more outcomes than can be recorded.
    entry = {"digest": digest(case), "outcomes": outcomes, **({"tie": True} if had_tie else {})}
    is_repeatable = len(outcomes) == 1 and not had_tie and _is_repeatable(case)
    return entry | ({"exchanges": told} if is_repeatable else {})


def _is_repeatable(case: TrialCase) -> bool:
    """Return whether a program can repeat what the scheduler requested: nobody else is called, no claims are made."""
    claims = any("resourceClaims" in pod["spec"] for pod in case.pods)
    return not (case.needs_extender() or case.name.startswith("generated/") or claims)


def _keeps_ties(case: TrialCase) -> bool:
    theme, _, number = case.name.rpartition("-")
    return not theme.startswith("generated/") or int(number) % _KEPT_TIES == 0


async def _tried(case: TrialCase, cluster: RealCluster, extender: str) -> WorldRun | None:
    for _ in range(_TRIES):
        try:
            return await cluster.run(case, extender)
        except RunError as error:
            _report(str(error))
    return None


async def _compare(cases: Sequence[TrialCase], programs: Programs, options: argparse.Namespace) -> int:
    """Run the worlds on the stand-in, and list those that come to an outcome that the control plane did not."""
    known, begun, differing = recorded(options.release, options.recording), time.monotonic(), 0
    compared = [case for case in cases if case.name in known]
    async with LabelExtender() as extender:
        stand_in = StandIn(programs.of_release)
        for case in compared:
            entry = known[case.name]
            found = await difference(case, stand_in.run, extender.url, entry, options.runs)
            if found:
                differing += 1
                sys.stdout.write(f"{case.name}: {found}\n")
                sys.stdout.flush()
    chance = sum(_is_by_chance(known[case.name]) for case in compared)
    _report(
        f"{programs.version}: {len(compared) - differing} of {len(compared)} worlds have the recorded outcome"
        f" ({chance} by chance), {time.monotonic() - begun:.0f} s; {len(cases) - len(compared)} are not recorded"
    )
    return 1 if differing else 0


async def difference(case: TrialCase, run: Run, extender: str, entry: Mapping[str, Any], runs: int) -> str | None:
    """Return how the stand-in comes to another outcome than those recorded; None where it does not.

    Where chance decides, maybe not all that it can come to is recorded: one of several runs has to be among that.
    """
    if entry["digest"] != digest(case):
        return "the world has changed since it was recorded"
    refused, by_chance = frozenset(refused_in(entry["outcomes"][0])), _is_by_chance(entry)
    found = None
    for _ in range(max(runs, _RUNS_WITHOUT_NEWS) if by_chance else runs):
        try:
            outcome = (await run(case, extender, refused)).as_json()
        except (TrialFailed, WrongTrialInputs) as error:
            return f"the stand-in fails: {error}"
        is_recorded = outcome in entry["outcomes"]
        if is_recorded and by_chance:
            return None
        if not is_recorded:
            found = "\n".join(_lines(outcome, entry["outcomes"]))
        if found and not by_chance:
            break
    return found


def _is_by_chance(entry: Mapping[str, Any]) -> bool:
    return entry.get("tie", False) or len(entry["outcomes"]) > 1


def _lines(outcome: Mapping[str, Any], outcomes: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what differs between an outcome and the recorded one that is most like it."""
    nearest = min(outcomes, key=lambda other: sum(1 for _ in _differing(outcome, other)))
    yield ""
    yield from (f"  {name}: {here}, recorded: {there}" for name, here, there in _differing(outcome, nearest))


def _differing(outcome: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in sorted({*outcome["pods"], *other["pods"]}):
        here, there = outcome["pods"].get(name), other["pods"].get(name)
        if here != there:
            yield name, here, there
    if outcome.get("gone") != other.get("gone"):
        yield "gone", outcome.get("gone"), other.get("gone")


def _report(line: str) -> None:
    sys.stderr.write(f"{line}\n")

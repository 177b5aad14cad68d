"""A run that meets another one: at each call by which one writes, the other one runs from its beginning to its end.

A file is then always one of the whole results, and what is not written is reported.
"""

import itertools
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from schedcfg import cli

from .cases import FIXED, Case
from .failures import Outcome, Rooms, in_turns
from .kills import Tree, is_litter, load, tree

_FAILED = 3
_BOTH = """\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
- plugins: {filter: {enabled: [{name: NodeName, weight: 3}]}}
"""
"""`--fix` and `migrate` change it."""
_FILES = {"a.yaml": FIXED, "b.yaml": FIXED}
_KNOWN = {**_FILES, "k.json": '{"version": 1, "findings": []}\n'}
_FIX = ("validate", "--fix", ".")
_MIGRATE = ("migrate", "--to", "v1", "--write", ".")
_SOME, _ALL = (("validate", path, "--write-baseline", "k.json") for path in ("a.yaml", "."))
_SHORT, _LONG = (("validate", "a.yaml", *path, "--output", "json=r.json") for path in ((), ("b.yaml",)))

PAIRS = (
    (Case(_FIX, _FILES), _FIX),
    (Case(_FIX, {"a.yaml": _BOTH, "b.yaml": _BOTH}), _MIGRATE),
    (Case(_MIGRATE, {"a.yaml": _BOTH, "b.yaml": _BOTH}), _FIX),
    (Case(_SOME, _FILES), _ALL),
    (Case(_SOME, _KNOWN), _ALL),
    (Case(_LONG, _FILES), _SHORT),
    (Case(("init", "--yes", ".")), ("init", "--yes", "--preset", "bin-packing", ".")),
    (Case(("schema", "v1", "--write-to", "out")), ("schema", "v1", "--write-to", "out")),
)
"""A case, and the command that it meets."""


class Meeting(NamedTuple):
    """Another command, at a call."""

    number: int
    arguments: tuple[str, ...]
    streams: Path

    def happen(self, _path: str | None) -> bool:
        """Run the command in a fork of this process, and keep its status."""
        process = os.fork()
        if not process:
            status = 70
            try:
                sys.argv = ["schedcfg", *self.arguments]
                cli.main()
            except SystemExit as end:
                status = int(end.code or 0)
            finally:
                os._exit(status)
        (self.streams / "met").symlink_to(str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])))
        return False


def meet_all(number: int, seed: int, folder: Path) -> Outcome:
    """Have commands meet at so many of their calls, or at all where there are fewer."""
    load()
    rooms, order = Rooms(folder), random.Random(seed)
    counted: dict[str, int] = {}
    wrong: list[str] = []
    pairs = order.sample(PAIRS, len(PAIRS))
    points = in_turns([_points(case, other, rooms, order) for case, other in pairs])
    for case, other, call, allowed in itertools.islice(points, number):
        name = f"{' '.join(case.arguments)} meets {' '.join(other)}"
        counted[name] = counted.get(name, 0) + 1
        wrong += [
            f"{name}, at call {call}: {one}"
            for one in _check(case, Meeting(call, other, rooms.streams), rooms, allowed)
        ]
    return Outcome(counted, wrong)


def _points(
    case: Case, other: tuple[str, ...], rooms: Rooms, shuffle: random.Random
) -> Iterator[tuple[Case, tuple[str, ...], int, list[Tree]]]:
    """Yield each call of a case, with what one, both, or none of the commands leave."""
    rooms.prepare(case)
    calls = rooms.run(case).calls
    both = (case.arguments, other)
    allowed = []
    for order in ((), *itertools.permutations(both, 1), *itertools.permutations(both)):
        rooms.prepare(case)
        for arguments in order:
            rooms.run(case._replace(arguments=arguments))
        allowed.append(tree(rooms.work))
    # A stream that is being written to is not written to again
    numbers = [number for number, call in enumerate(calls) if not Path(call.path).is_relative_to(rooms.streams)]
    for number in shuffle.sample(numbers, len(numbers)):
        yield case, other, number, allowed


def _check(case: Case, meeting: Meeting, rooms: Rooms, allowed: list[Tree]) -> Iterator[str]:
    rooms.prepare(case)
    run = rooms.run(case, meeting)
    if not (rooms.streams / "met").is_symlink():
        yield f"they did not meet: {run.errors[-300:]}"
        return
    met = int((rooms.streams / "met").readlink().name)
    there = tree(rooms.work)
    for name, found in there.items():
        if is_litter(name):
            yield f"{name} is left"
        elif found not in [one.get(name) for one in allowed]:
            yield f"{name} is no whole result"
    if not {run.status, met} <= {0, _FAILED}:
        yield f"the statuses are {run.status} and {met}: {run.errors[-300:]}"
    if _FAILED not in {run.status, met} and there not in allowed[1:]:
        yield "something is lost, and not reported"
    if any(mark in run.output + run.errors for mark in ("Traceback", "itself failed", "Exception ignored")):
        yield run.errors[-500:]

"""Many inputs: in several processes, bounded in time, resumable, with what fails shrunk and kept."""

import json
import multiprocessing
import resource
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from . import cases, engine, masks
from .calls import workplace
from .engine import Input
from .invariants import Fault
from .other_hashes import another_process, digest
from .seeds import Kind, pool
from .shrinking import shrunk

CHUNK = 500
"""Inputs that a process gets at a time."""

_KEPT = 2
"""Inputs that are kept of one kind of fault."""

_REMEMBERED = 500
"""Numbers of inputs that are remembered of one kind of fault, to try them again when a run goes on."""


class Ask(NamedTuple):
    """What a run is asked for.

    Attributes:
        seed: What all inputs follow from.
        inputs: How many.
        jobs: Processes.
        seconds: When it ends at the latest; None: when all is done.
        state: The file by which it goes on; None: it cannot.
        kept: The folder for inputs that fail.
        commands: What is done with them.
    """

    seed: int
    inputs: int
    jobs: int = 1
    seconds: float | None = None
    state: Path | None = None
    kept: Path = cases.FOLDER
    commands: tuple[str, ...] = engine.ALL

    def made(self, number: int) -> Input:
        """Return one of the inputs."""
        return engine.made(self.seed, number, self.commands)


@dataclass
class Seen:
    """What a run has seen, in a form that is added up and written to a file.

    Attributes:
        counts: Command → inputs.
        seconds: Command → seconds of CPU, with checks.
        slowest: Command → seconds of the slowest input, and its number.
        faults: Kind of fault → how many.
        examples: Kind of fault → numbers of the inputs.
        compared: How many inputs were answered by a process with other hashes as well.
        peak: MiB of the largest process.
        cpu: Seconds of CPU of all processes.
        wall: Seconds that passed.
        done: Numbers of the chunks that are done.
    """

    counts: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    slowest: dict[str, tuple[float, int]] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[int]] = field(default_factory=dict)
    compared: int = 0
    peak: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    done: set[int] = field(default_factory=set)

    def add(self, other: "Seen") -> None:
        """Add what another part of the run has seen."""
        self.counts += other.counts
        for name, spent in other.seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + spent
        for name, slow in other.slowest.items():
            self.slowest[name] = max(slow, self.slowest.get(name, (0.0, 0)))
        self.faults += other.faults
        for kind, numbers in other.examples.items():
            self.examples[kind] = [*self.examples.get(kind, ()), *numbers][:_REMEMBERED]
        self.compared += other.compared
        self.peak = max(self.peak, other.peak)
        self.cpu += other.cpu
        self.done |= other.done

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**vars(self), "done": sorted(self.done), "seconds": {k: round(v, 3) for k, v in self.seconds.items()}}

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Seen":
        """Read it from plain data."""
        return cls(
            **{
                **data,
                **{name: Counter(data[name]) for name in ("counts", "faults")},
                "slowest": {name: (slow[0], slow[1]) for name, slow in data["slowest"].items()},
                "done": set(data["done"]),
            }
        )

    def fail(self, number: int, kinds: Iterable[str]) -> None:
        """Count what is wrong with an input."""
        for kind in kinds:
            self.faults[kind] += 1
            self.examples.setdefault(kind, []).append(number)


class Part(NamedTuple):
    """What a process has seen of a chunk.

    Attributes:
        seen: What was seen.
        digests: Number of an input → what a process with other hashes has to answer.
    """

    seen: Seen
    digests: dict[int, str]

    def compared(self, ask: Ask) -> Seen:
        """Return what was seen, here and by a process with other hashes."""
        inputs = {number: ask.made(number) for number in self.digests}
        others = another_process().answers(tuple(inputs.values()))
        for place, (number, here) in enumerate(self.digests.items()):
            faults = others.wrong(place, here)
            self.seen.fail(number, (engine.signature(inputs[number], fault) for fault in faults))
        self.seen.compared, self.seen.cpu = len(inputs), self.seen.cpu + others.seconds
        return self.seen


def chunk_seen(ask: Ask, chunk: int) -> Part:
    """Run the inputs of a chunk."""
    seen, start, digests = Seen(done={chunk}), time.process_time(), {}
    for number in range(chunk * CHUNK, min((chunk + 1) * CHUNK, ask.inputs)):
        one = ask.made(number)
        begun = time.process_time()
        trial = engine.tried(one, twice=engine.is_sampled(number))
        seen.counts[one.command] += 1
        seen.seconds[one.command] = seen.seconds.get(one.command, 0.0) + time.process_time() - begun
        seen.slowest[one.command] = max(seen.slowest.get(one.command, (0.0, 0)), (round(trial.seconds, 3), number))
        seen.fail(number, {engine.signature(one, fault) for fault in trial.faults})
        if engine.is_compared(number):
            digests[number] = digest(trial.text)
    seen.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    seen.cpu = time.process_time() - start
    return Part(seen, digests)


def _work(asked: tuple[Ask, int]) -> Part:
    return chunk_seen(*asked)


def run(ask: Ask) -> Iterator[Seen]:
    """Run the inputs, and yield what was seen so far after each chunk; what fails is shrunk and kept."""
    seen = resumed(ask)
    before, start = seen.wall, time.monotonic()
    # Made once, before processes fork.
    workplace()
    for texts in Kind:
        pool(texts)
    chunks = [one for one in range(-(-ask.inputs // CHUNK)) if one not in seen.done]
    known = {kind: len(numbers[:_KEPT]) for kind, numbers in seen.examples.items()}
    with multiprocessing.get_context("fork").Pool(ask.jobs) as processes:
        for part in processes.imap_unordered(_work, ((ask, chunk) for chunk in chunks)):
            seen.add(part.compared(ask))
            seen.wall = before + time.monotonic() - start
            for kind, numbers in seen.examples.items():
                for number in numbers[known.get(kind, 0) : _KEPT]:
                    _keep(ask, kind, number)
                known[kind] = len(numbers[:_KEPT])
            if ask.state is not None:
                _write(ask, seen)
            yield seen
            if ask.seconds is not None and seen.wall - before > ask.seconds:
                return


def resumed(ask: Ask) -> Seen:
    """Return what an earlier run with the same seed and commands has seen; nothing where there is none.

    What failed is tried again: it may have been fixed meanwhile.
    """
    if ask.state is None or not ask.state.exists():
        return Seen()
    data = json.loads(ask.state.read_text(encoding="utf-8"))
    if data.pop("seed") != ask.seed:
        raise SystemExit(f"{ask.state} is of another seed")
    if data.pop("commands") != list(ask.commands):
        raise SystemExit(f"{ask.state} is of other commands")
    seen = Seen.of(data)
    for kind, numbers in tuple(seen.examples.items()):
        mended = [number for number in numbers if kind not in kinds(ask.made(number))]
        seen.examples[kind] = [number for number in numbers if number not in mended]
        seen.faults[kind] -= len(mended)
    seen.faults = +seen.faults
    seen.examples = {kind: numbers for kind, numbers in seen.examples.items() if numbers}
    return seen


def _write(ask: Ask, seen: Seen) -> None:
    assert ask.state is not None
    new = ask.state.with_suffix(".new")
    new.write_text(json.dumps({"seed": ask.seed, "commands": ask.commands, **seen.as_data()}), encoding="utf-8")
    new.replace(ask.state)


def _keep(ask: Ask, kind: str, number: int) -> None:
    """Shrink an input, and keep it; one with a secret stays as it is, as the name that makes it one could get lost."""
    one = ask.made(number)

    def fails(raw: bytes) -> bool:
        return kind in kinds(one._replace(raw=raw))

    raw = shrunk(one.raw, fails) if masks.SHOWN not in kind and fails(one.raw) else one.raw
    cases.kept(one._replace(raw=raw), kind, ask.kept)


def kinds(one: Input) -> set[str]:
    """Return the kinds of faults of an input."""
    return {engine.signature(one, fault) for fault in wrong(one)}


def wrong(one: Input) -> list[Fault]:
    """Return all that is wrong with an input, in a process with other hashes as well."""
    trial = engine.tried(one, twice=True)
    return [*trial.faults, *another_process().answers((one,)).wrong(0, digest(trial.text))]


def summary(ask: Ask, seen: Seen) -> Iterator[str]:
    """Yield lines about what a run has seen."""
    inputs = sum(seen.counts.values())
    each = seen.cpu / max(inputs, 1) * 1000
    yield (
        f"seed {ask.seed}: {inputs:,} of {ask.inputs:,} inputs in {seen.wall:.0f} s with {ask.jobs} processes; "
        f"{seen.cpu:.0f} s of CPU, {each:.2f} ms each; largest process {seen.peak} MiB; "
        f"{seen.compared:,} compared with a process of other hashes"
    )
    yield f"{'command':28}{'inputs':>10}{'CPU s':>9}{'ms each':>9}{'slowest s':>11}  number"
    for name, count in seen.counts.most_common():
        slow, number = seen.slowest[name]
        spent = seen.seconds[name]
        yield f"{name:28}{count:>10,}{spent:>9.0f}{spent / count * 1000:>9.2f}{slow:>11.2f}  {number}"
    yield f"faults: {sum(seen.faults.values())} of {len(seen.faults)} kinds"
    for kind, count in seen.faults.most_common():
        yield f"  {count:>7}  {kind}  (inputs {', '.join(map(str, seen.examples.get(kind, ())[:_KEPT]))})"

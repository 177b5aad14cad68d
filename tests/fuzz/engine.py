"""One input: made from a seed and a number, run, measured, and what was wrong with it."""

import io
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from random import Random
from types import FrameType
from typing import NamedTuple
from unittest import mock

from schedcfg.errors import SchedcfgError

from . import grammar, invariants, masks
from .answers import Choices
from .calls import CALLS
from .commands import READING
from .confirming import CONFIRM
from .elsewhere import ELSEWHERE
from .in_folders import IN_FOLDERS
from .invariants import Fault
from .making import MAKING
from .mutations import Change, changed_data, mutated
from .object_changes import change_file, change_objects
from .probing import PROBING
from .seeds import Kind, pool
from .trying import TRYING
from .with_programs import WITH_PROGRAMS

COMMANDS = READING | MAKING | PROBING | CONFIRM | ELSEWHERE | CALLS | TRYING | WITH_PROGRAMS | IN_FOLDERS

ALL = tuple(COMMANDS)

SLOWEST = 2.0
"""Seconds of CPU that an input may take."""

_HANGS = 20.0
"""Seconds of CPU after which it is not waited for any longer."""

LARGEST_PROCESS = 300
"""MiB that a process may take."""

_SAMPLE = 25
"""Every so many inputs are run twice, and have to have the same answer."""

_SAMPLE_OF_HASHES = 10
"""Every so many inputs are run in another process as well, whose hashes differ."""

_WITH_SECRETS = 0.1
"""How many inputs have secrets in them."""


class Input(NamedTuple):
    """What is tried.

    Attributes:
        command: What is done with it.
        choices: How.
        raw: The bytes.
    """

    command: str
    choices: Choices
    raw: bytes


class Trial(NamedTuple):
    """What became of an input.

    Attributes:
        faults: What is wrong.
        seconds: CPU time of the first run.
        text: What was answered; None where nothing was.
    """

    faults: list[Fault]
    seconds: float
    text: str | None


class Stuck(BaseException):
    """An input takes too long; no `except Exception` of the package may catch it."""


def made(seed: int, number: int, commands: Sequence[str] = ALL) -> Input:
    """Return an input for one of some commands: the same for the same seed, number and commands."""
    random = Random(f"{seed}:{number}")
    name = random.choices(commands, [COMMANDS[one].weight for one in commands])[0]
    command = COMMANDS[name]
    choices = command.choose(random)
    kind = random.choice(command.kinds)
    texts = pool(kind)
    text = _GRAMMARS[kind](random) if kind in _GRAMMARS and random.random() < 0.15 else random.choice(texts)
    raw = mutated(text, random, texts, _SPECIAL_CHANGES.get(kind))
    has_secrets = kind not in {Kind.NAME, Kind.SKETCH} and random.random() < _WITH_SECRETS
    return Input(name, choices, masks.planted(raw, random) if has_secrets else raw)


_SPECIAL_CHANGES: dict[Kind, Change] = {
    Kind.OBJECTS: change_objects,
    Kind.TESTS: changed_data,
    Kind.FOLDER: change_file,
    Kind.CLUSTER: change_objects,
    Kind.RESOURCES: change_objects,
}
_GRAMMARS = {
    Kind.CONFIGURATION: grammar.configuration,
    Kind.POLICY: grammar.policy,
    Kind.SETTINGS: grammar.settings,
}


def tried(one: Input, *, twice: bool = False) -> Trial:
    """Run an input, and again where its answers are to be compared."""
    before = _peak()
    start = time.process_time()
    answer, faults = _answer(one)
    seconds = time.process_time() - start
    if seconds > SLOWEST:
        # What is loaded at the first use counts once, and not for the input.
        start = time.process_time()
        _answer(one)
        seconds = min(seconds, time.process_time() - start)
    if seconds > SLOWEST:
        faults.append(Fault("slow", f"{seconds:.1f} s of CPU"))
    if twice and answer is not None and _answer(one)[0] != answer:
        faults.append(Fault("another answer the second time"))
    peak = _peak()
    if peak > LARGEST_PROCESS and peak > before + LARGEST_PROCESS // 10:
        faults.append(Fault("memory", f"from {before} to {peak} MiB"))
    return Trial(faults, seconds, answer)


def is_sampled(number: int) -> bool:
    """Return whether an input is run twice."""
    return number % _SAMPLE == 0


def is_compared(number: int) -> bool:
    """Return whether an input is run in a process with other hashes as well; never one that is run twice."""
    return number % _SAMPLE_OF_HASHES == 1


def _answer(one: Input) -> tuple[str | None, list[Fault]]:
    """Return what a command answers, None where it fails, and what is wrong."""
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _HANGS)
    try:
        with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())):  # An input may be the name `-`
            answer = COMMANDS[one.command].run(one.raw, one.choices)
    except Stuck:
        return None, [Fault("hangs", f"more than {_HANGS:.0f} s of CPU")]
    except RecursionError as error:
        return None, [Fault("internal error: RecursionError", _package_frame(error))]
    except SchedcfgError as error:
        return None, [Fault(f"undocumented {type(error).__name__}", f"{_package_frame(error)}: {error}")]
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return None, [Fault(f"internal error: {type(error).__name__}", f"{_package_frame(error)}: {str(error)[:300]}")]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    text = answer.text
    return text, [*answer.faults, *invariants.reported(text), *masks.secrets_in(answer.shown)]


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise Stuck


def _package_frame(error: BaseException) -> str:
    """Return the last line of the package that an exception went through."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if f"{os.sep}schedcfg{os.sep}" in frame.filename] or frames
    return f"{inside[-1].filename.rpartition(f'{os.sep}schedcfg{os.sep}')[2]}:{inside[-1].name}"


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def signature(one: Input, fault: Fault) -> str:
    """Return what faults have in common that are counted as one."""
    where = ""
    if fault.kind == masks.SHOWN:
        where = fault.detail.partition(" ")[0]
    elif "error" in fault.kind or fault.kind.startswith("undocumented"):
        where = ":".join(fault.detail.split(":")[:2])
    return f"{one.command}: {fault.kind}{f' in {where}' if where else ''}"

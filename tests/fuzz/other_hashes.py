"""The same inputs in another process, whose sets have another order: what is answered must not depend on that."""

import atexit
import hashlib
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from tests.called import leave_garbage_collection_alone
from tests.paths import ROOT

from . import engine
from .answers import Choices
from .calls import workplace
from .engine import Input
from .invariants import Fault


def digest(answer: str | None) -> str:
    """Return what two processes compare of an answer; the folders in which they work have different names."""
    text = "" if answer is None else answer.replace(str(workplace() / str(os.getpid())), "FOLDER")
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class OtherAnswers(NamedTuple):
    """What the other process makes of inputs.

    Attributes:
        digests: What is compared, one for each input.
        seconds: Its CPU time.
    """

    digests: list[str]
    seconds: float

    def wrong(self, number: int, here: str) -> list[Fault]:
        """Return what is wrong where an input has another answer there."""
        return [] if self.digests[number] == here else [Fault("another answer with other hashes")]


class AnotherProcess:
    """A process that gets inputs and answers them, until this one ends.

    Args:
        prepare: Code that it runs first.
    """

    def __init__(self, prepare: str = "") -> None:
        seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from tests.fuzz import other_hashes\n{prepare}\nother_hashes.serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # In the same folder: some messages have paths that lead from it to the files of the tests.
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        )
        atexit.register(self.end)

    def end(self) -> None:
        """End it."""
        if self._process.poll() is None:
            self._process.communicate()

    def answers(self, inputs: Sequence[Input]) -> OtherAnswers:
        """Return what it makes of inputs."""
        asking, answering = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answering is not None
        # Plain data: the modules of tests have other names there.
        pickle.dump([tuple(one) for one in inputs], asking)
        asking.flush()
        return OtherAnswers(*pickle.load(answering))


@cache
def another_process() -> AnotherProcess:
    """Return the process that all inputs are compared with."""
    return AnotherProcess()


def serve() -> None:
    """Answer inputs from standard input, until that ends; what the package prints does not come between."""
    leave_garbage_collection_alone()
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(EOFError):
        while True:
            pickle.dump(_answers(pickle.load(asked)), answers)
            answers.flush()


def _answers(inputs: Sequence[tuple[str, Choices, bytes]]) -> tuple[list[str], float]:
    start = time.process_time()
    return [digest(engine.tried(Input(*one)).text) for one in inputs], time.process_time() - start

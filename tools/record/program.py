"""The program as a function: what it is asked, and what it answers."""

import base64
import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

_REFUSED = 3
_AT_ONCE = 400
"""Cases that a program is given; what follows one in which it ends is given again."""

Answer = dict[str, Any]
"""What the program writes for one case; see `program/answers.go`."""


class ProgramError(Exception):
    """The program ended without an answer."""


class Program:
    """The program of one release."""

    def __init__(self, executable: Path) -> None:
        self._executable = executable

    def facts(self) -> dict[str, Any]:
        """Return the release's tables."""
        return self.tables("facts")

    def tables(self, what: str) -> dict[str, Any]:
        """Return the tables of the `facts`, or of the `catalog` that is linked."""
        found: dict[str, Any] = json.loads(self._run(what))
        return found

    def gates(self, flags: Sequence[str]) -> dict[str, Any]:
        """Return what values of `--feature-gates` do: `refused`, or `switched` and `warned`."""
        found: dict[str, Any] = json.loads(self._run("gates", *_feature_gates(flags)))
        return found

    def answers(self, cases: Mapping[str, str], flags: Sequence[str] = ()) -> Iterator[tuple[str, Answer]]:
        """Yield the answer to each case, by its id; a case that ends the program is answered by `panic`.

        Args:
            cases: Texts by id.
            flags: The values of `--feature-gates`, none of which may be refused.
        """
        asked = [(name, json.dumps({"id": name, "text": _base64(text)}) + "\n") for name, text in cases.items()]
        for name, answer, done in self._answered("answers", *_feature_gates(flags), asked=asked):
            yield name, answer or {"outcome": "panic", "errors": [{"message": _crash(done.stderr)}]}

    def _answered(
        self, *arguments: str, asked: Sequence[tuple[str, str]]
    ) -> Iterator[tuple[str, Answer | None, subprocess.CompletedProcess[str]]]:
        """Yield the answer to each line by its name, and how the program ended; None for a line in which it did.

        It is started again with what is left, and gets so many lines at a time that few are given in vain.
        """
        begin = 0
        while begin < len(asked):
            given = asked[begin : begin + _AT_ONCE]
            done = self._start(*arguments, given="".join(line for _, line in given))
            answered = [json.loads(line) for line in done.stdout.splitlines()]
            yield from ((answer.pop("id"), answer, done) for answer in answered)
            begin += len(answered)
            if done.returncode == _REFUSED:
                raise ProgramError(done.stderr.strip())
            if len(answered) < len(given):
                yield asked[begin][0], None, done
                begin += 1

    def command(self, *arguments: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
        """Return how the real command ends."""
        return self._start("command", *arguments, timeout=timeout)

    def _run(self, *arguments: str) -> str:
        done = self._start(*arguments)
        if done.returncode:
            raise ProgramError(done.stderr.strip())
        return done.stdout

    def _start(
        self, *arguments: str, given: str = "", timeout: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - the program that was built
            [self._executable, *arguments], input=given, capture_output=True, text=True, check=False, timeout=timeout
        )


def _feature_gates(flags: Sequence[str]) -> list[str]:
    return [f"--feature-gates={value}" for value in flags]


def _base64(text: str) -> str:
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def _crash(stderr: str) -> str:
    """Return the first line that tells why a Go program ended."""
    lines = stderr.splitlines()
    return next((line for line in lines if line.startswith(("panic:", "fatal error:"))), (lines or [""])[-1])

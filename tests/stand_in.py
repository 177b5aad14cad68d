"""Programs of ours in the place of helm, kustomize and kubectl, which answer from recorded files."""

import ast
import sys
from pathlib import Path

# Started many times: without what Python imports for other programs.
_PROGRAM = """\
#!{python} -IS
import os, sys
with open({seen!r}, "a", encoding="utf-8") as seen:
    seen.write(repr((sys.argv[1:], dict(os.environ))) + "\\n")
for words, answer in {answers!r}:
    if set(words) <= set(sys.argv[1:]):
        output, errors, status = answer
        if output:
            sys.stdout.write(open(output, encoding="utf-8").read())
        sys.stderr.write(errors)
        sys.exit(status)
sys.stderr.write("error: nothing is recorded for " + " ".join(sys.argv[1:]))
sys.exit(1)
"""


class StandIn:
    """A program that answers what the first of some entries says, of which all words are among its arguments.

    Args:
        folder: Where it is put; it should be on PATH.
        name: Its name.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._script = folder / name
        self._seen = folder / f"{name}.seen"
        self._answers: list[tuple[list[str], tuple[str, str, int]]] = []

    def answers(self, *words: str, file: Path | None = None, errors: str = "", status: int = 0) -> "StandIn":
        """Add an answer: the text of a file, what goes to standard error, and the exit status."""
        self._answers.append((list(words), (str(file or ""), errors, status)))
        text = _PROGRAM.format(python=sys.executable, answers=self._answers, seen=str(self._seen))
        self._script.write_text(text, encoding="utf-8")
        self._script.chmod(0o755)
        return self

    @property
    def calls(self) -> list[list[str]]:
        """The arguments of each call."""
        return [arguments for arguments, _ in self._all()]

    @property
    def environments(self) -> list[dict[str, str]]:
        """The variables that each call got."""
        return [environment for _, environment in self._all()]

    def _all(self) -> list[tuple[list[str], dict[str, str]]]:
        if not self._seen.exists():
            return []
        return [ast.literal_eval(line) for line in self._seen.read_text(encoding="utf-8").splitlines()]

"""Programs of ours in the place of helm, kustomize and kubectl, which answer from recorded files."""

import shlex
from collections.abc import Iterator
from pathlib import Path

# Started many times, and several at once: a shell begins in a fifth of the time that Python takes.
_PROGRAM = """\
#!/bin/sh
{{ printf '%s\\0' "$#" "$@"; /usr/bin/env -0; }} > {seen}/$$
has() {{ wanted=$1; shift; for word; do [ "$word" = "$wanted" ] && return 0; done; return 1; }}
answer() {{ [ -z "$1" ] || /bin/cat "$1"; printf '%s' "$2" >&2; exit "$3"; }}
{answers}
echo "error: nothing is recorded for $*" >&2
exit 1
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
        self._seen.mkdir(exist_ok=True)
        self._answers: list[tuple[list[str], tuple[str, str, int]]] = []

    def answers(self, *words: str, file: Path | None = None, errors: str = "", status: int = 0) -> "StandIn":
        """Add an answer: the text of a file, what goes to standard error, and the exit status."""
        self._answers.append((list(words), (str(file or ""), errors, status)))
        answers = "\n".join(_in_shell(*answer) for answer in self._answers)
        text = _PROGRAM.format(answers=answers, seen=shlex.quote(str(self._seen)))
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

    def _all(self) -> Iterator[tuple[list[str], dict[str, str]]]:
        for path in sorted(self._seen.iterdir(), key=lambda one: one.stat().st_mtime_ns):
            count, *rest = path.read_text(encoding="utf-8").split("\0")
            arguments, variables = rest[: int(count)], rest[int(count) : -1]
            yield arguments, dict(variable.split("=", 1) for variable in variables)


def _in_shell(words: list[str], answer: tuple[str, str, int]) -> str:
    """Return the line that gives an answer if all words are among the arguments."""
    asked = " && ".join(f'has {shlex.quote(word)} "$@"' for word in words) or "true"
    return f"{asked} && answer {' '.join(shlex.quote(str(part)) for part in answer)}"

"""The flags that kube-scheduler is started with, each with its place; read as pflag reads them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from schedcfg import releases
from schedcfg.document.path import Path
from schedcfg.releases.endpoints import port_number
from schedcfg.surroundings.plain import Fields
from schedcfg.surroundings.shell import SHELLS, commands, script
from schedcfg.surroundings.words import Word, words

_SCHEDULER = "kube-scheduler"
_LAUNCHERS = frozenset({"dumb-init", "env", "go-runner", "hyperkube", "tini"})
"""Programs that start the program behind their own flags."""

_SHORT = {"h": "help", "v": "v"}


class Flag(NamedTuple):
    """One flag.

    Attributes:
        name: Without dashes.
        value: What follows it; None where nothing does: on its own, a switch means true.
        path: The item that it stands in.
        value_path: The item that its value stands in, which may be the next one.
        on_key: Whether the key at `path` is the flag, rather than what stands there.
        is_known: Whether `value` is what the program gets; otherwise something is put in later.
        letters: What follows a single dash: pflag reads the first letter as a flag, and the rest as its value or as
            more of them; empty behind two dashes.
    """

    name: str
    value: str | None
    path: Path
    value_path: Path
    on_key: bool = False
    is_known: bool = True
    letters: str = ""

    @property
    def port(self) -> int | None:
        """Its value as a port; None where it is none, or not known."""
        return port_number(self.value or "") if self.is_known else None

    @property
    def is_off(self) -> bool:
        """Whether it is a switch that is turned off, as `strconv.ParseBool` reads it."""
        return (self.value or "").lower() in {"false", "f", "0"}


class CommandLine(NamedTuple):
    """What a container runs.

    Attributes:
        program: The base name of the program; empty where the image decides.
        flags: In order, repeated ones too.
        in_shell: Whether they stand in a script for a shell, so that they share one item.
        unknown: Whether there may be other flags, too.
    """

    program: str
    flags: tuple[Flag, ...]
    in_shell: bool = False
    unknown: bool = False

    def get(self, name: str) -> Flag | None:
        """Give a flag, the last of several: that one counts; None where it is not given."""
        return next(reversed(self.all(name)), None)

    def all(self, name: str) -> list[Flag]:
        """List the flags of a name, in order."""
        return [flag for flag in self.flags if flag.name == name]

    def settles(self, name: str) -> bool:
        """Tell whether it is certain what a flag says: its value is known, or it is certain not to be given."""
        flag = self.get(name)
        return not self.unknown if flag is None else flag.is_known


def command_line(container: Fields, path: Path) -> CommandLine:
    """Read what a container runs, from its `command` and `args`."""
    found = _launched(words(container, path))
    if found and _program(found[0]) in SHELLS:
        return _in_shell(found)
    has_program = bool(found) and not found[0].text.startswith("-")
    return _read(_program(found[0]) if has_program else "", found[1:] if has_program else found)


def _in_shell(found: Sequence[Word]) -> CommandLine:
    text = script(found[1:])
    launched = [] if text is None else [_launched(command) for command in commands(text)]
    command = next((command for command in launched if command and _program(command[0]) == _SCHEDULER), None)
    if command is None:
        return CommandLine("", (), in_shell=True, unknown=True)
    return _read(_SCHEDULER, command[1:])._replace(in_shell=True)


def _read(program: str, found: Sequence[Word]) -> CommandLine:
    flags = tuple(_flags(found))
    return CommandLine(
        program, tuple(flag for flag in flags if flag.name), unknown=not all(flag.name for flag in flags)
    )


def _launched(found: Sequence[Word]) -> Sequence[Word]:
    """Leave out a launcher with its own flags; all stays where it starts neither kube-scheduler nor a shell."""
    launcher = _program(found[0]) if found else ""
    if launcher not in _LAUNCHERS:
        return found
    for index, word in enumerate(found[1:], 1):
        if word.text.startswith("-") or "=" in word.text:
            continue
        if launcher == "hyperkube" and word.text == "scheduler":
            return [word._replace(text=_SCHEDULER), *found[index + 1 :]]
        if _program(word) == _SCHEDULER or _program(word) in SHELLS:
            return found[index:]
    return found


def _program(word: Word) -> str:
    return word.text.rsplit("/", 1)[-1]


def _flags(found: Iterable[Word]) -> Iterator[Flag]:
    """Yield flags as pflag finds them: `--name=value`, `--name value`, and a switch alone; `--` ends them.

    One without a name stands for a word that may become any flag.
    """
    rest = iter(found)
    for word in rest:
        if word.text == "--":
            return
        dashes = len(word.text) - len(word.text.lstrip("-"))
        name, equals, value = word.text.lstrip("-").partition("=")
        if not word.is_known and (dashes == 0 or {"$", "`"} & set(name)):
            yield Flag("", None, word.path, word.path, is_known=False)
            continue
        if dashes not in {1, 2} or not name:
            continue
        letters = name if dashes == 1 else ""
        if letters:
            name, value, equals = _SHORT.get(name[0], name[0]), value or name[1:], equals or name[1:]
        name = name.replace("_", "-")  # as component-base's WordSepNormalizeFunc does
        if equals:
            yield Flag(name, value, word.path, word.path, is_known=word.is_known, letters=letters)
        elif stands_alone(name):
            yield Flag(name, None, word.path, word.path, letters=letters)
        else:
            following = next(rest, None)
            place, is_known = (word.path, True) if following is None else following[1:]
            yield Flag(name, None if following is None else following.text, word.path, place, is_known=is_known)


def stands_alone(name: str) -> bool:
    """Tell whether a flag needs no value: switches do not, nor does what no release knows."""
    return _needs_value().get(name) is not True


@cache
def _needs_value() -> dict[str, bool]:
    return {
        name: not flag.no_opt_default for release in releases.all_releases() for name, flag in release.flags.items()
    }

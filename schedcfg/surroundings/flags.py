"""The flags that kube-scheduler is started with, each with its place; read as pflag reads them."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from schedcfg import releases
from schedcfg.document.path import Path
from schedcfg.surroundings.plain import Fields

_SHELLS = frozenset({"ash", "bash", "dash", "sh"})
_END_OF_COMMAND = frozenset({"&&", "||", ";", "|", "&"})
_SHORT = {"h": "help", "v": "v"}


class Word(NamedTuple):
    """One word of a command line.

    Attributes:
        text: The word.
        path: The item of `command` or `args` that it stands in.
    """

    text: str
    path: Path


class Flag(NamedTuple):
    """One flag.

    Attributes:
        name: Without dashes.
        value: What follows it; None where nothing does: on its own, a switch means true.
        path: The item that it stands in.
        value_path: The item that its value stands in, which may be the next one.
        on_key: Whether the key at `path` is the flag, rather than what stands there.
    """

    name: str
    value: str | None
    path: Path
    value_path: Path
    on_key: bool = False

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
    """

    program: str
    flags: tuple[Flag, ...]
    in_shell: bool = False

    def get(self, name: str) -> Flag | None:
        """Give a flag, the last of several: that one counts; None where it is not given."""
        return next((flag for flag in reversed(self.flags) if flag.name == name), None)


def command_line(container: Fields, path: Path) -> CommandLine:
    """Read what a container runs, from its `command` and `args`."""
    words = [*_words(container, "command", path), *_words(container, "args", path)]
    script = _script(words)
    if script is not None:
        return CommandLine(_program(script[0].text) if script else "", tuple(_flags(script[1:])), in_shell=True)
    has_program = bool(words) and not words[0].text.startswith("-")
    program = _program(words[0].text) if has_program else ""
    return CommandLine(program, tuple(_flags(words[1:] if has_program else words)))


def _words(container: Fields, field: str, path: Path) -> Iterator[Word]:
    written = container.get(field)
    for index, item in enumerate(written if isinstance(written, list) else ()):
        if isinstance(item, str):
            yield Word(item, (*path, field, index))


def _program(word: str) -> str:
    return word.rsplit("/", 1)[-1]


def _script(words: Sequence[Word]) -> list[Word] | None:
    """Give the words of the scheduler's command in a shell's script; None where no shell runs."""
    if not words or _program(words[0].text) not in _SHELLS:
        return None
    script = next((word for word in words[1:] if not word.text.startswith("-")), None)
    if script is None:
        return []
    try:
        texts = shlex.split(script.text)
    except ValueError:
        return []
    start = next((index for index, text in enumerate(texts) if _program(text) == "kube-scheduler"), None)
    if start is None:
        return []
    end = next((index for index in range(start, len(texts)) if texts[index] in _END_OF_COMMAND), len(texts))
    return [Word(text, script.path) for text in texts[start:end]]


def _flags(words: Iterable[Word]) -> Iterator[Flag]:
    """Yield flags as pflag finds them: `--name=value`, `--name value`, and a switch alone; `--` ends them."""
    rest = iter(words)
    for word in rest:
        if word.text == "--":
            return
        dashes = len(word.text) - len(word.text.lstrip("-"))
        name, equals, value = word.text.lstrip("-").partition("=")
        if dashes not in {1, 2} or not name:
            continue
        if dashes == 1:
            name, value, equals = _SHORT.get(name[0], name[0]), value or name[1:], equals or name[1:]
        name = name.replace("_", "-")  # as component-base's WordSepNormalizeFunc does
        if equals:
            yield Flag(name, value, word.path, word.path)
        elif stands_alone(name):
            yield Flag(name, None, word.path, word.path)
        else:
            following = next(rest, None)
            found = word if following is None else following
            yield Flag(name, None if following is None else following.text, word.path, found.path)


def stands_alone(name: str) -> bool:
    """Tell whether a flag needs no value: switches do not, nor does what no release knows."""
    return _needs_value().get(name) is not True


@cache
def _needs_value() -> dict[str, bool]:
    return {
        name: not flag.no_opt_default for release in releases.all_releases() for name, flag in release.flags.items()
    }

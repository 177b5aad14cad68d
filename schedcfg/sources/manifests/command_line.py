"""The flags that kube-scheduler is started with, each with its place; read as pflag reads them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

from schedcfg import releases
from schedcfg.document.golang.numbers import parse_bool
from schedcfg.document.placeholders import placeholder
from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.releases.endpoints import port_number
from schedcfg.sources.manifests.pod import Fields, entries, text
from schedcfg.sources.manifests.shell import SHELLS, Word, commands, script
from schedcfg.spelling import nearest

_REFERENCE = pattern(r"\$(?:\$|\((?P<name>[^)]{0,4096})\))")
LONGEST_ARGUMENT = 128 * 1024
"""Bytes: `MAX_ARG_STRLEN` of Linux."""
_TEMPLATES = ("$(", "${", "{{", "{%", "<%")


def words(container: Fields, path: Path) -> list[Word]:
    """Return the words that a container runs, those of its `command` first.

    Args:
        container: The container.
        path: Where it is.
    """
    references = _References(container)
    return [
        Word(expanded, place, is_resolved(expanded))
        for field in ("command", "args")
        for written, place in _written_words(container, field, path)
        for expanded in (references.resolve(written),)
    ]


def is_resolved(value: str) -> bool:
    """Return whether nothing is left in a text that the kubelet, a template's tool or a script puts in later."""
    return not is_of_template(value) and placeholder(value) is None


def is_of_template(value: str) -> bool:
    """Return whether a text has something in it that the kubelet or a template's tool replaces."""
    return any(mark in value for mark in _TEMPLATES)


def _written_words(container: Fields, field: str, path: Path) -> Iterator[tuple[str, Path]]:
    listed = container.get(field)
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(item, str):
            yield item, (*path, field, index)


class _References:
    """Resolves `$(NAME)` in a container, by the variables that `env` sets directly.

    What would be longer than an argument of Linux stays as it is, and so does what would, with all before it, make a
    container longer by more than that: each variable can be used many times, also in others.
    Upstream: `Expand` in `third_party/forked/golang/expansion/expand.go`.
    """

    def __init__(self, container: Fields) -> None:
        self._room = LONGEST_ARGUMENT
        self._variables: dict[str, str] = {}
        # A later one may refer to those before it, or replace them.
        for entry in entries(container.get("env")):
            name, value = text(entry.get("name")), entry.get("value")
            if isinstance(value, str):
                self._variables[name] = self.resolve(value)
            else:
                self._variables.pop(name, None)

    def resolve(self, written: str) -> str:
        """Resolve all references in a text; `$$` is a plain `$`, and what is not known stays as it is."""
        room = min(self._room, LONGEST_ARGUMENT - len(written))
        closed = written.rfind(")") + 1
        parts: list[str] = []
        done = grown = 0
        for match in _REFERENCE.finditer(written, 0, closed):
            name = match["name"]
            parts += [written[done : match.start()], "$" if name is None else self._variables.get(name, match[0])]
            grown += len(parts[-1]) - len(match[0])
            if grown > max(room, 0):
                return written
            done = match.end()
        self._room -= max(grown, 0)
        return "".join([*parts, written[done:closed], written[closed:].replace("$$", "$")])


_SCHEDULER = "kube-scheduler"
_LAUNCHERS = frozenset({"dumb-init", "env", "go-runner", "hyperkube", "tini"})
"""Programs that start the program behind their own flags."""

_SHORT = {"h": "help", "v": "v"}

_FLAG_NAME = pattern(r"[a-z][a-z0-9-]+")
_LIKENESS = 0.85
"""Of a misspelled flag; `--scheduler-conf`, which Volcano has, is none of `--scheduler-name`."""

_JOINED = pattern(r"(?:[\w./-]*kube-scheduler|--?[\w-]+(?:=\S*|\s+[^-\s]\S*)?)\s+--?[a-z]")
"""A program or a flag, and a flag behind it, in one item."""


class CommandLineFlag(NamedTuple):
    """One flag."""

    name: str  # Without dashes
    value: str | None  # What follows it; None where nothing does: a switch without a value means true
    path: Path
    value_path: Path
    on_key: bool = False  # Whether the key at `path` is the flag, rather than the value
    is_known: bool = True  # Whether `value` is what the program gets; otherwise something is put in later
    # What follows a single dash: pflag reads the first letter as a flag, and the rest as its value or as more of them;
    # empty behind two dashes
    letters: str = ""
    written: str = ""  # Its name as it is written, where underscores are in the place of dashes
    reads_next: bool = False  # Whether its value is the word behind it

    @property
    def spelled(self) -> str:
        """Its name as it is written."""
        return self.written or self.name

    @property
    def shown(self) -> str:
        """The flag as messages name it: `--port=0`, `--port` where it has no value."""
        return f"--{self.name}" if self.value is None else f"--{self.name}={self.value}"

    @property
    def swallowed(self) -> str:
        """The name of the flag that it reads as its value, as its own was forgotten; empty where it reads none."""
        word = self.value or ""
        if not self.reads_next or not word.startswith("-"):
            return ""
        name = word[2:].partition("=")[0].replace("_", "-") if word.startswith("--") else _SHORT.get(word[1:2], "")
        return name if releases.having_flag(name) else ""

    @property
    def is_foreign(self) -> bool:
        """Whether no kube-scheduler ever had it, nor one that is spelled much like it: it shows another program."""
        name = self.letters or self.name
        if _FLAG_NAME.fullmatch(name) is None or {self.name, name} & _needs_value().keys():
            return False
        return nearest(name, _needs_value(), _LIKENESS) is None

    @property
    def port(self) -> int | None:
        """Its value as a port; None where it is none, or not known."""
        return port_number(self.value or "") if self.is_known else None

    @property
    def is_off(self) -> bool:
        """Whether it is a switch that is turned off, as `strconv.ParseBool` reads it."""
        return parse_bool(self.value or "") is False


@dataclass(frozen=True)
class CommandLine:
    """What a container, or a systemd unit, runs."""

    program: str  # The base name of the program; empty where the image decides
    flags: tuple[CommandLineFlag, ...]  # In order, repeated ones too
    in_shell: bool = False
    unknown: bool = False
    stray: tuple[Word, ...] = ()
    # Items that hold several words, which only a shell would part; they are read as if they were parted
    joined: tuple[Word, ...] = ()
    launcher: str = ""  # The base name of what starts the program; empty where nothing does

    def get(self, name: str) -> CommandLineFlag | None:
        """Return a flag, the last of several: that one counts; None where it is absent."""
        return next(reversed(self._by_name.get(name, ())), None)

    def all(self, name: str) -> list[CommandLineFlag]:
        """Return the flags of a name, in order."""
        return list(self._by_name.get(name, ()))

    @cached_property
    def _by_name(self) -> dict[str, list[CommandLineFlag]]:
        found: dict[str, list[CommandLineFlag]] = {}
        for flag in self.flags:
            found.setdefault(flag.name, []).append(flag)
        return found

    @cached_property
    def has_foreign_flags(self) -> bool:
        """Whether a flag shows that the program is not made from kube-scheduler."""
        return any(flag.is_foreign for flag in self.flags)

    def settles(self, name: str) -> bool:
        """Return whether the value of a flag is certain: it is known, or the flag is certainly absent."""
        flag = self.get(name)
        return not self.unknown if flag is None else flag.is_known


def command_line(container: Fields, path: Path) -> CommandLine:
    """Read what a container runs, from its `command` and `args`."""
    return read_words(words(container, path))


def read_words(written: list[Word]) -> CommandLine:
    """Read a command of several words, the program and its arguments."""
    found = _without_launcher(written)
    launcher = _program(written[0]) if found is not written else ""
    if found and _program(found[0]) in SHELLS:
        return _in_shell(found)
    joined = tuple(word for word in found if _JOINED.match(word.text))
    if joined:
        found = [part for word in found for part in _split(word)]
    has_program = bool(found) and not found[0].text.startswith("-")
    line = _read(_program(found[0]) if has_program else "", found[1:] if has_program else found)
    return replace(line, joined=joined, launcher=launcher)


def joined_in(flags: Iterable[CommandLineFlag]) -> tuple[Word, ...]:
    """Return the flags in whose value there are more flags, which no shell parts either."""
    words = (Word(flag.shown, flag.value_path, flag.is_known) for flag in flags if flag.value is not None)
    return tuple(word for word in words if " " in word.text and _JOINED.match(word.text))


def _split(word: Word) -> list[Word]:
    """Return what is meant by an item that holds several words."""
    parts = commands(word) if _JOINED.match(word.text) else []
    return parts[0] if len(parts) == 1 else [word]


def _in_shell(found: Sequence[Word]) -> CommandLine:
    text = script(found[1:])
    launched = [] if text is None else [_without_launcher(command) for command in commands(text)]
    command = next((command for command in launched if command and _program(command[0]) == _SCHEDULER), None)
    if command is None:
        return CommandLine("", (), in_shell=True, unknown=True)
    return replace(_read(_SCHEDULER, command[1:]), in_shell=True)


def _read(program: str, found: Sequence[Word]) -> CommandLine:
    parts = tuple(_parts(found))
    flags = tuple(part for part in parts if isinstance(part, CommandLineFlag))
    return CommandLine(
        program,
        tuple(flag for flag in flags if flag.name),
        unknown=not all(flag.name for flag in flags),
        stray=tuple(part for part in parts if isinstance(part, Word)),
    )


def _without_launcher(found: Sequence[Word]) -> Sequence[Word]:
    """Return the words without a launcher and its flags; all where it starts neither kube-scheduler nor a shell."""
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


def _parts(found: Iterable[Word]) -> Iterator[CommandLineFlag | Word]:
    """Yield flags as pflag finds them: `--name=value`, `--name value`, and a switch by itself; `--` ends them.

    One without a name represents a word that may become any flag. Words that belong to no flag are yielded as they are.
    """
    rest = iter(found)
    for word in rest:
        if word.text == "--":
            yield from (other for other in rest if other.text)
            return
        dashes = len(word.text) - len(word.text.lstrip("-"))
        name = word.text.lstrip("-").partition("=")[0]
        if not word.is_known and (dashes == 0 or {"$", "`"} & set(name)):
            yield CommandLineFlag("", None, word.path, word.path, is_known=False)
        elif dashes in {1, 2} and name:
            yield _flag(word, dashes, rest)
        elif word.text:
            yield word  # `---name` and `--=value` are no flags either


def _flag(word: Word, dashes: int, rest: Iterator[Word]) -> CommandLineFlag:
    """Return the flag of a word, with the word behind it where that is its value."""
    name, equals, value = word.text.lstrip("-").partition("=")
    letters = name if dashes == 1 else ""
    if letters:
        name, value, equals = _SHORT.get(name[0], name[0]), value or name[1:], equals or name[1:]
    written, name = name if "_" in name else "", name.replace("_", "-")  # as component-base's WordSepNormalizeFunc does
    flag = CommandLineFlag(name, None, word.path, word.path, letters=letters, written=written)
    if equals:
        return flag._replace(value=value, is_known=word.is_known)
    following = None if needs_no_value(name) else next(rest, None)
    if following is None:
        return flag
    return flag._replace(
        value=following.text, value_path=following.path, is_known=following.is_known, letters="", reads_next=True
    )


def needs_no_value(name: str) -> bool:
    """Return whether a flag needs no value: switches do not, nor does a flag that no release has."""
    return _needs_value().get(name) is not True


@cache
def _needs_value() -> dict[str, bool]:
    return {
        name: not flag.no_opt_default for release in releases.all_releases() for name, flag in release.flags.items()
    }

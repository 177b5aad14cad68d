"""What stops a scheduler in the values of its flags, each by itself.

What a value has to be is a property of the flag in its release. Upstream: `Set` of its type; `Validate` and `ApplyTo`
of the options in `cmd/kube-scheduler/app/options`, and in component-base's and apiserver's packages that they consist
of.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from schedcfg.configuration.effective.command_line import flags_without_effect
from schedcfg.document.span import Path
from schedcfg.releases.flag_types import FLAG_TYPES, FORMS, Value
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.release import Flag, Release
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag

_LISTS = frozenset({"int32Slice", "stringSlice", "stringToString"})
"""Types of which several flags make one list."""

_LISTED = 8
"""Longer lists of what a flag takes are not in messages."""

_QUOTES = ("'", '"')


class FlagProblem(NamedTuple):
    """Something about a flag that stops the scheduler."""

    flag: CommandLineFlag
    message: str
    help: str
    is_settled: bool = True  # Whether it stops the scheduler whatever is in a configuration that is not here

    @property
    def place(self) -> Path:
        """Where it is: at the value, or at a flag that has none of its own."""
        return self.flag.path if self.flag.swallowed else self.flag.value_path


class FlagReader:
    """The flags of a command line, as a release reads them."""

    def __init__(self, line: CommandLine, release: Release) -> None:
        self.line, self.release = line, release

    def is_known(self, name: str) -> bool:
        """Return whether all that sets a flag is known, if anything does."""
        return self.line.settles(name) and all(flag.is_known for flag in self.line.all(name))

    def text(self, name: str) -> str:
        """Return what the last flag of a name says, or else the default."""
        flag, known = self.line.get(name), self.release.flags[name]
        return known.default if flag is None else written_value(flag, known)

    def value(self, name: str) -> Value:
        """Return what counts of a flag: what the last one says, for lists what all say; None where none does."""
        known, flags = self.release.flags.get(name), self.line.all(name)
        if known is None or not flags or not self.is_known(name):
            return None
        try:
            texts = [written_value(flag, known) for flag in flags]
            read = [FLAG_TYPES[known.type].parse(text) for text in texts if text or not known.takes_empty]
        except ValueError:
            return None
        if known.type in _LISTS:
            return tuple(item for items in read if isinstance(items, tuple) for item in items)
        return read[-1] if read else None

    @cached_property
    def serves(self) -> bool:
        """Whether HTTPS is certainly served."""
        return self.is_known("secure-port") and (
            self.line.get("secure-port") is None or self.value("secure-port") not in {0, None}
        )

    def may_enable(self, gate: str) -> bool:
        """Return whether a gate is on, or may be; what a release has no gate for is on."""
        if gate not in self.release.feature_gates or not self.is_known("feature-gates"):
            return True
        values = tuple(flag.value or "" for flag in self.line.all("feature-gates"))
        enabled = settings(values, self.release).enabled if values else {}
        return enabled.get(gate, self.release.enables(gate))


def written_value(flag: CommandLineFlag, known: Flag) -> str:
    """Return the text that a flag gets: the one that means nothing is written, where nothing is."""
    return known.no_opt_default if flag.value is None else flag.value


def unread_flags(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield each flag with a text that is none of its type."""
    for flag in reader.line.flags:
        known = reader.release.flags.get(flag.name)
        if known is None or not flag.is_known:
            continue
        kind = FLAG_TYPES[known.type]
        if flag.value is None and not known.no_opt_default:
            if not flag.on_key:
                yield FlagProblem(flag, f"`--{flag.name}` needs a value", f"Write {kind.expected} after it.")
        elif flag.name == "version" and reader.release.reports_any_version and (flag.value or "").startswith("v"):
            continue
        elif not is_read(written_value(flag, known), known):
            yield refusal(flag, f"the flag takes {kind.expected}", f"Write {kind.expected}.")


def swallowing_flags(reader: FlagReader) -> Iterator[CommandLineFlag]:
    """Yield each flag whose value was forgotten, so that it reads the flag behind it as one."""
    yield from (flag for flag in reader.line.flags if flag.swallowed and reader.release.takes_flag(flag.name))


def is_read(text: str, known: Flag) -> bool:
    """Return whether a flag takes a text for one of its type."""
    if known.takes_empty and not text:
        return True
    try:
        FLAG_TYPES[known.type].parse(text)
    except ValueError:
        return False
    return True


def refusal(flag: CommandLineFlag, reason: str, help_: str) -> FlagProblem:
    """Return the problem with a flag's value."""
    value = flag.value or ""
    if flag.swallowed:
        message = f"`--{flag.name}` has no value of its own, and reads the flag behind it as one, `{value}`: {reason}"
        return FlagProblem(flag, message, f"Write the value of `--{flag.name}` before `{value}`, or remove it.")
    if value[:1] in _QUOTES and value[:1] == value[-1:]:
        help_ = "Remove the inner quotes: no shell does."
    elif flag.letters and value[:1] == " ":
        # `-v 4` in one item: what follows the letter is its value, with the blank.
        help_ = f"Write `--{flag.name}={value.strip()}`: here, the space is part of the value."
    return FlagProblem(flag, f"`{flag.shown}` is refused: {reason}", help_)


def wrong_values(reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield each flag that has a value of its type, but not one with which the command starts."""
    silent = flags_without_effect(reader.release) if reader.line.get("config") is not None else {}
    for name in dict.fromkeys(flag.name for flag in reader.line.flags):
        known, flag, value = reader.release.flags.get(name), reader.line.get(name), reader.value(name)
        if known is None or flag is None or value is None or (known.only_serving and not reader.serves):
            continue
        if name in silent and known.form == "path":  # what is never opened may be anything; the rest is validated
            continue
        for check in _CHECKS:
            reason = check(_ReadFlag(reader, name, known, value))
            if reason:
                yield refusal(flag, *reason)


class _ReadFlag(NamedTuple):
    """A flag with a value of its type."""

    reader: FlagReader
    name: str
    known: Flag
    value: Value

    @property
    def is_changed(self) -> bool:
        """Whether it has another value than its default."""
        try:
            default = () if self.known.default == "[]" else FLAG_TYPES[self.known.type].parse(self.known.default)
        except ValueError:  # what stands for nothing need not be of the type: `:0`
            default = ""
        return self.value != default


_Reason = tuple[str, str]
"""Why a value is refused, and what to do."""


def _within(flag: _ReadFlag) -> _Reason | None:
    if not isinstance(flag.value, (int, float)) or isinstance(flag.value, bool):
        return None
    least, most = flag.known.minimum, flag.known.maximum
    if (least is None or flag.value >= least) and (most is None or flag.value <= most):
        return None
    if flag.known.type == "duration":
        return "the duration has to be longer than zero", "Write one with a unit, such as `5s`."
    limits = f"from {least} to {most}" if most is not None else f"of at least {least}"
    return f"the flag takes a number {limits}", "Write one of them, or remove the flag."


def _allowed(flag: _ReadFlag) -> _Reason | None:
    wrong = [item for item in _items(flag.value) if item not in flag.known.allowed] if flag.known.allowed else []
    if not wrong:
        return None
    listed = ", ".join(f"`{text}`" for text in flag.known.allowed if text)
    what = f"it takes {listed}" if len(flag.known.allowed) < _LISTED else "there is no such name"
    same = next((text for text in flag.known.allowed if text.lower() == wrong[0].lower()), None)
    help_ = f"Write `{same}`." if same else f"Write a value that Kubernetes {flag.reader.release.name} has."
    return f"`{wrong[0]}` is not allowed; {what}" if what.startswith("it") else f"`{wrong[0]}`: {what}", help_


def _file(flag: _ReadFlag) -> _Reason | None:
    read = flag.reader.line.get(flag.name)
    if flag.known.form != "path" or read is None or not read.swallowed:
        return None
    return "kube-scheduler looks for a file of that name, and does not start", "Write a path."


def _form(flag: _ReadFlag) -> _Reason | None:
    form = FORMS.get(flag.known.form)
    if form is None or all(
        map(form.is_right, flag.value if isinstance(flag.value, tuple) else (flag.reader.text(flag.name),))
    ):
        return None
    return f"the flag takes {form.expected}", f"Write {form.expected}."


def _gate(flag: _ReadFlag) -> _Reason | None:
    if not flag.known.gate or not flag.is_changed or flag.reader.may_enable(flag.known.gate):
        return None
    return (
        f"the feature gate `{flag.known.gate}` is off",
        f"Remove it, or add `--feature-gates={flag.known.gate}=true`.",
    )


def _needs(flag: _ReadFlag) -> _Reason | None:
    if (
        not flag.known.needs
        or not flag.value
        or not flag.reader.is_known(flag.known.needs)
        or flag.reader.value(flag.known.needs)
    ):
        return None
    return f"`--{flag.known.needs}` is missing", f"Add `--{flag.known.needs}`, or remove `--{flag.name}`."


def _excludes(flag: _ReadFlag) -> _Reason | None:
    if not flag.known.excludes or not flag.value or not flag.reader.value(flag.known.excludes):
        return None
    return f"`--{flag.known.excludes}` is given as well", "Remove one of them."


def _text_format(flag: _ReadFlag) -> _Reason | None:
    if not flag.known.text_only or not flag.is_changed or not flag.reader.is_known("logging-format"):
        return None
    written = flag.reader.text("logging-format")
    if written == "text":
        return None
    return f"`--logging-format={written}` cannot be combined with it", "Remove one of them."


_CHECKS = (_within, _allowed, _file, _form, _gate, _needs, _excludes, _text_format)


def _items(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)

"""What a scheduler was given by flags that have no effect beside `--config`: the configuration has to say it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from schedcfg import releases
from schedcfg.commands.generate.checks import obstacle, warning
from schedcfg.commands.generate.generation import AcceptedConfig
from schedcfg.configuration.effective.command_line import (
    FIELDS,
    PLUGIN_FLAGS,
    agrees_with,
    flags_without_effect,
    overriding_flags,
)
from schedcfg.configuration.effective.registry import OPEN
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.document.golang.net import join_host_port
from schedcfg.document.golang.numbers import parse_bool, parse_int_of_any_base
from schedcfg.document.span import Path, follow, render
from schedcfg.errors import EditConflict
from schedcfg.findings import Problem, Verdict
from schedcfg.releases.release import Release
from schedcfg.sources.configurations import Role
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag
from schedcfg.validation.document import DocumentValidator

_AFFINITY = "InterPodAffinity"
_INSECURE = ("healthzBindAddress", "metricsBindAddress")
_POLICY_FLAGS = ("policy-config-file", "policy-configmap")


class FlagValue(NamedTuple):
    """What a flag says, in the words of a configuration."""

    flag: CommandLineFlag
    # Where the configuration says it, and the value: None where that is not known. None at all where each of several
    # profiles would have to.
    edits: tuple[tuple[Path, object], ...]

    @property
    def is_known(self) -> bool:
        """Whether it can be written into a configuration."""
        return bool(self.edits) and all(value is not None for _, value in self.edits)

    @property
    def shown(self) -> str:
        """The flag as it is written."""
        return f"`{self.flag.shown}`"


class SilencedFlags:
    """The flags of a scheduler that ran without `--config`, against the configuration that it is to run with.

    Args:
        line: Its command line.
        before: The release that it ran.
        config: The configuration.
    """

    def __init__(self, line: CommandLine, before: Release, config: AcceptedConfig) -> None:
        self._line = line
        self._before = before
        self._config = config
        self._written = parse(config.text).documents[0].data

    @classmethod
    def of(cls, line: CommandLine, kubernetes: str | None, config: AcceptedConfig) -> Self:
        """Return the flags of a scheduler by the release that it ran, where that is known, else by the new one.

        Args:
            line: Its command line.
            kubernetes: The release that is written for it; None where none is.
            config: The configuration that it is to run with.
        """
        return cls(line, releases.known(kubernetes) or config.release, config)

    def unsaid(self) -> list[FlagValue]:
        """List the values that the configuration neither has by default nor decides about."""
        return [flag_value for flag_value in self._values() if not self._is_decided(flag_value)]

    def overruled(self) -> list[FlagValue]:
        """List the values of which the configuration decides otherwise."""
        return [
            flag_value
            for flag_value in self._values()
            if self._is_decided(flag_value) and not self._is_kept(flag_value)
        ]

    def problems(self) -> Iterator[Problem]:
        """Yield what would be lost, as errors, and what the configuration decides otherwise."""
        for flag_value in self.unsaid():
            yield _lost(flag_value)
        for flag_value in self.overruled():
            path = flag_value.edits[0][0]
            yield warning(
                "overruled-flag",
                path,
                f"{flag_value.shown} was used so far; with `--config`, `{render(path)}` of the file is",
                "If that is not intended, write the flag's value there.",
            )
        for name in PLUGIN_FLAGS:
            flag = self._line.get(name)
            if flag is not None and name in self._before.flags and name not in self._config.release.flags:
                yield _chose_plugins(flag, self._config.release)

    def stays(self, flag: CommandLineFlag) -> bool:
        """Check whether a flag does something beside `--config`, and does not overrule what the file says."""
        release = self._config.release
        if flag.name in overriding_flags(release):
            return not self._is_written(flag.name)
        return release.takes_flag(flag.name) and flag.name not in flags_without_effect(release)

    def carried(self) -> AcceptedConfig:
        """Return the configuration with what it does not say.

        Raises:
            EditConflict: where that cannot be written, or the release would not take it.
        """
        draft = Draft(self._config.text)
        for flag_value in self.unsaid():
            if not flag_value.is_known:
                raise EditConflict(
                    f"{flag_value.shown} cannot be written in the configuration", _by_hand(flag_value), (), 0, 0
                )
            for path, value in flag_value.edits:
                draft.set(path, value)
        return _accepted(self._config, draft.text)

    def _values(self) -> Iterator[FlagValue]:
        """Yield the flags that took effect, the last of several of a name."""
        if self._line.get("config") is not None:
            return
        for name in dict.fromkeys(flag.name for flag in self._line.flags):
            flag = self._line.get(name)
            if flag is not None and name in FIELDS and name in self._before.flags and self._has_effect(name):
                yield FlagValue(flag, tuple(self._edits(flag, FIELDS[name])))

    def _has_effect(self, name: str) -> bool:
        """Check whether a flag that has to go did anything."""
        if name == "hard-pod-affinity-symmetric-weight" and any(map(self._line.get, _POLICY_FLAGS)):
            # The Args that it makes give way to those of the Policy: `createFromConfig` in pkg/scheduler/factory.go.
            return False
        if name in {"address", "port"}:
            # What `--port=0` closes, no file can: it is told where the file opens a port.
            port = self._line.get("port")
            return self._config.release.serves_insecure_port and (port is None or port.port != 0)
        return name not in overriding_flags(self._config.release) or self._is_written(name)

    def _is_written(self, name: str) -> bool:
        """Check whether the configuration has the field of a flag."""
        return follow(self._written, tuple(FIELDS[name].split("."))) is not None

    def _edits(self, flag: CommandLineFlag, field: str) -> Iterator[tuple[Path, object]]:
        """Yield what a configuration has to say for a flag."""
        value = _typed(flag, self._before.flags[flag.name].type) if flag.is_known else None
        if flag.name in {"address", "port"}:
            host, port = self._line.get("address"), self._line.get("port")
            address = join_host_port((host and host.value) or "0.0.0.0", (port and port.value) or "10251")  # noqa: S104
            yield from (((name,), address if flag.is_known else None) for name in _INSECURE)
        elif flag.name == "scheduler-name":
            names = [profile.scheduler_name for profile in self._config.configuration.profiles]
            yield ("profiles", names.index(str(value)) if value in names else 0, "schedulerName"), value
        elif flag.name == "hard-pod-affinity-symmetric-weight":
            yield from self._affinity_weights(value)
        else:
            yield tuple(field.split(".")), value

    def _affinity_weights(self, weight: object) -> Iterator[tuple[Path, object]]:
        """Yield what gives each profile the weight of its affinity."""
        args = {"hardPodAffinityWeight": weight}
        for index in range(len(self._config.configuration.profiles)):
            entries: Path = ("profiles", index, "pluginConfig")
            written = follow(self._written, entries)
            listed = written if isinstance(written, list) else []
            names = [entry.get("name") if isinstance(entry, dict) else None for entry in listed]
            if _AFFINITY in names:
                yield (*entries, names.index(_AFFINITY), "args", *args), weight
            else:
                yield (*entries, len(names)), {"name": _AFFINITY, "args": args}

    def _is_decided(self, one: FlagValue) -> bool:
        """Check whether the configuration says something about what a flag says, be it by the same default."""
        return self._is_kept(one) or any(follow(self._written, path) is not None for path, _ in one.edits)

    def _is_kept(self, one: FlagValue) -> bool:
        """Check whether the configuration has the flag's value already."""
        if not one.is_known or agrees_with(one.flag, self._config.configuration, self._before):
            return one.is_known
        written = [follow(self._written, path) for path, _ in one.edits]
        values = [value for _, value in one.edits]
        is_default = one.flag.value == _DEFAULTS.get(one.flag.name)
        return written == values or (is_default and not any(value is not None for value in written))


_DEFAULTS = {
    "hard-pod-affinity-symmetric-weight": "1",
    "lock-object-name": "kube-scheduler",
    "lock-object-namespace": "kube-system",
    "scheduler-name": DEFAULT_SCHEDULER,
}
"""What a configuration means that says nothing, where flags are not compared with its completed values."""


def _typed(flag: CommandLineFlag, kind: str) -> object:
    """Return the value of a flag as a file has it; None where it has no such value."""
    written = flag.value
    if kind == "bool":
        return parse_bool("true" if written is None else written)
    if written is None:
        return None
    if kind.startswith("int"):
        return parse_int_of_any_base(written)
    if kind.startswith("float"):
        try:
            number = float(written)
        except ValueError:
            return None
        return int(number) if number.is_integer() else number
    return written


def _lost(one: FlagValue) -> Problem:
    path = one.edits[0][0] if one.edits else ()
    return obstacle(
        "lost-flag",
        path,
        f"{one.shown} has no effect with `--config`, and the configuration does not set it: its value would be lost",
        _by_hand(one),
    )


def _by_hand(one: FlagValue) -> str:
    if not one.is_known:
        return "Write its value in the configuration, then remove the flag."
    said = ", ".join(f"`{render(path)}: {_flag_text(value)}`" for path, value in one.edits)
    return f"Write {said} in the configuration, or generate a copy with it: --carry-flags."


def _flag_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _chose_plugins(flag: CommandLineFlag, release: Release) -> Problem:
    made = (
        "`schedcfg migrate` makes one from the Policy" if "policy" in flag.name else "its plugins are the default ones"
    )
    return warning(
        "plugins-by-flag",
        (),
        f"`--{flag.name}={flag.value or ''}` selected the plugins; Kubernetes {release.name} has no such flag, and "
        "reads them from the configuration",
        f"Make sure that this configuration runs the same plugins: {made}.",
    )


def _accepted(config: AcceptedConfig, text: str) -> AcceptedConfig:
    """Return a configuration with another text.

    Raises:
        EditConflict: if its release would not take it.
    """
    validated = DocumentValidator(config.release, OPEN).first(parse(text), Role.CONFIG)
    if validated.configuration is None or validated.report.verdict is Verdict.REFUSED:
        refusal = next(finding for finding in validated.report.findings if finding.is_error)
        raise EditConflict(
            f"the values of the flags cannot be written in the configuration: {refusal.message}", refusal.help, (), 0, 0
        )
    return config._replace(text=text, configuration=validated.configuration)


def copy_remark(name: str, values: Iterable[FlagValue]) -> str:
    """Return what to do with the configuration of a name that was written with the values of flags."""
    added = ", ".join(
        f"`{render(path)}: {_flag_text(value)}` for {flag_value.shown}"
        for flag_value in values
        for path, value in flag_value.edits[:1]
    )
    return f"{name} is a copy of the configuration with {added}: run that one"


def removed_remarks(flags: Iterable[str]) -> Iterator[str]:
    """Yield why flags, as they were written, are no longer there; nothing for none."""
    named = ", ".join(f"`{flag}`" for flag in flags)
    if named:
        yield f"removed, because the release does not know it or the configuration is used instead: {named}"

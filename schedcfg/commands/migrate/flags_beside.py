"""What the flags of a scheduler say beside the file that it is started with, and decide its meaning.

Beside a Policy, the configuration that replaces it has to say it: with `--config`, flags as `--scheduler-name` have no
effect, and later releases do not have them. Beside a configuration, some flags decide in its place.

Upstream: `ApplyTo` of `DeprecatedOptions` in `cmd/kube-scheduler/app/options/deprecated.go` up to 1.22.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.generate.carried_flags import FlagValue, SilencedFlags
from schedcfg.commands.generate.generation import AcceptedConfig
from schedcfg.configuration.effective.command_line import (
    FIELDS,
    PLUGIN_FLAGS,
    agrees_with,
    flags_without_effect,
    overriding_flags,
)
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document import yaml_writer
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.releases import policy as tables
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.releases.release import Release
from schedcfg.rules.context_cache import FileInContext
from schedcfg.rules.deployment import DeploymentContext, newest_release
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag
from schedcfg.sources.manifests.reading import LocatedManifest, Within
from schedcfg.sources.manifests.running import RunningScheduler

_KUBECONFIG_FIELD: Path = ("clientConnection", "kubeconfig")


class PolicyStart(NamedTuple):
    """How a scheduler is started with a Policy."""

    place: str  # Where its manifest names the Policy: `deploy.yaml:14`, `line 14` of the text itself
    line: CommandLine
    release: Release  # One that reads a Policy: its own, or the newest that takes its flags
    kubeconfig: str  # What kubeadm or its product passes by itself; empty where nothing is

    @classmethod
    def of(cls, one: LocatedManifest, running: RunningScheduler) -> "PolicyStart":
        """Return how a manifest starts its scheduler."""
        line, flag = running.command_line, running.policy_flag
        named, fitting = (
            releases.known(running.kubernetes),
            newest_release(running.command_line, None, running.by_kubeadm, running.image),
        )
        readers = [release for release in (named, fitting) if release is not None and release.policy]
        release = next((reader for reader in readers if _takes(reader, line)), releases.at(tables.NEWEST))
        return cls(one.place(running.container if flag is None else flag.path), line, release, own_kubeconfig(running))

    def unsaid(self, configuration: Configuration, data: object) -> list[FlagValue]:
        """List the flags whose values a configuration in the place of the Policy does not have.

        Args:
            configuration: The configuration, completed.
            data: What is written in it.
        """
        config = AcceptedConfig("", yaml_writer.write(_without_default_names(data)), configuration)
        return SilencedFlags(self.line, self.release, config).unsaid()


def _without_default_names(data: object) -> dict[str, object]:
    """Return a configuration without the name that its profile has because a Policy has none: it decides nothing."""
    fields = dict(data) if isinstance(data, dict) else {}
    profiles = fields.get("profiles")
    if isinstance(profiles, list):
        fields["profiles"] = [
            {key: value for key, value in one.items() if (key, value) != ("schedulerName", DEFAULT_SCHEDULER)}
            for one in profiles
            if isinstance(one, dict)
        ]
    return fields


def _takes(release: Release, line: CommandLine) -> bool:
    """Return whether a release has all flags of a command line that any release has."""
    return all(release.takes_flag(flag.name) for flag in line.flags if releases.having_flag(flag.name))


def own_kubeconfig(running: RunningScheduler) -> str:
    """Return the kubeconfig that kubeadm or a product passes by itself, which has no effect beside `--config`."""
    path = KUBECONFIG if running.is_kubeadm else "" if running.product is None else running.product.kubeconfig
    return "" if "<" in path else path


def policy_starts(here: FileInContext) -> dict[Within, list[PolicyStart]]:
    """Return how schedulers are started with the Policies of a text, by where these are.

    Args:
        here: The text, and the files around it.
    """
    found: defaultdict[Within, list[PolicyStart]] = defaultdict(list)
    for one, context in here.folder.contexts:
        running = context.running
        if running is None or running.is_copy or running.flag("config") is not None:
            continue
        policy = here.folder.named.policy_of(one, running)
        if policy is not None and policy.is_policy and policy.place[0] == here.text.name:
            found[policy.within].append(PolicyStart.of(one, running))
    return found


def write_values(draft: Draft, values: Iterable[FlagValue], kubeconfig: str) -> None:
    """Write the values of flags into a configuration, and the kubeconfig that its scheduler got by itself.

    Raises:
        EditConflict: where that is not safe.
    """
    for value in values:
        for path, written in value.edits:
            draft.set(path, written)
    if kubeconfig and not draft.has(_KUBECONFIG_FIELD):
        draft.set(_KUBECONFIG_FIELD, kubeconfig)


def notes_on_flags(schedulers: Iterable[tuple[LocatedManifest, DeploymentContext]], after: Release) -> Iterator[str]:
    """Yield which flags decide in the place of a configuration.

    Args:
        schedulers: Those that are started with it.
        after: The release that is to take the migrated one.
    """
    for one, context in schedulers:
        running, release, configured = context.running, context.release, context.configuration
        if running is None or release is None:
            continue
        for flag in _selecting(running.command_line, release):
            place = one.place(flag.path)
            yield (
                f"`{flag.shown}` ({place}) selects the plugins instead of this file in Kubernetes {release.name}, and "
                f"{after.name} has no such flag: migrate what it names, and put its `profiles` here"
            )
        newly = overriding_flags(after).keys() - overriding_flags(release).keys()
        for flag in running.command_line.flags if context.release_known and configured is not None else ():
            assert configured is not None
            is_used = running.command_line.get(flag.name) is flag and flag.name in newly
            if is_used and not agrees_with(flag, configured, after):
                yield (
                    f"`{flag.shown}` ({one.place(flag.path)}) has no effect in Kubernetes {release.name}; {after.name} "
                    f"uses it instead of `{FIELDS[flag.name]}` of this file: remove one of them"
                )


def _selecting(line: CommandLine, release: Release) -> Iterator[CommandLineFlag]:
    """Yield the flags that select the plugins beside a configuration in a release."""
    silent = flags_without_effect(release)
    for name in PLUGIN_FLAGS:
        flag = line.get(name)
        if flag is not None and release.takes_flag(name) and name not in silent and flag.value:
            yield flag

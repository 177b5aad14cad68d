"""What a command line makes of a configuration: which flags count beside a file, and the fields that they set.

Upstream: `ApplyTo`, `ApplyDeprecated`, `ApplyLeaderElectionTo` in `cmd/kube-scheduler/app/options/options.go`, and
`deprecated.go` beside it; up to 1.22 also `insecure_serving.go`. `--master` sets no field: in every release it names
the API server, whatever the configuration says.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Any

from schedcfg.configuration.effective.model import Configuration, LeaderElection
from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.configuration.effective.resolve import defaults, hard_pod_affinity
from schedcfg.document.golang.net import join_host_port, parse_ip, split_host_port
from schedcfg.patterns import pattern
from schedcfg.releases.flag_types import FLAG_TYPES
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag

ELECTION_FIELDS: Mapping[str, str] = {
    "leader-elect": "leaderElection.leaderElect",
    "leader-elect-lease-duration": "leaderElection.leaseDuration",
    "leader-elect-renew-deadline": "leaderElection.renewDeadline",
    "leader-elect-resource-lock": "leaderElection.resourceLock",
    "leader-elect-resource-name": "leaderElection.resourceName",
    "leader-elect-resource-namespace": "leaderElection.resourceNamespace",
    "leader-elect-retry-period": "leaderElection.retryPeriod",
}
"""Flag of leader election → its field; these win over a file that has it, too, since 1.22.4."""

_NAME_FLAG = "scheduler-name"
SCHEDULER_NAME = "profiles[].schedulerName"
HARD_POD_AFFINITY = "profiles[].pluginConfig: InterPodAffinity, hardPodAffinityWeight"

FIELDS: Mapping[str, str] = {
    "address": "healthzBindAddress",
    "contention-profiling": "enableContentionProfiling",
    "hard-pod-affinity-symmetric-weight": HARD_POD_AFFINITY,
    "kube-api-burst": "clientConnection.burst",
    "kube-api-content-type": "clientConnection.contentType",
    "kube-api-qps": "clientConnection.qps",
    "kubeconfig": "clientConnection.kubeconfig",
    "lock-object-name": "leaderElection.resourceName",
    "lock-object-namespace": "leaderElection.resourceNamespace",
    "port": "healthzBindAddress",
    "profiling": "enableProfiling",
    _NAME_FLAG: SCHEDULER_NAME,
    **ELECTION_FIELDS,
}
"""Flag → the field that it sets where there is no file, and that counts instead where there is one."""

PLUGIN_FLAGS = ("algorithm-provider", "policy-config-file", "policy-configmap")
"""Flags that choose the plugins; since 1.19 beside a file, too, by `ApplyAlgorithmSourceTo` in `deprecated.go`."""

_LOCK_FIELDS = frozenset(
    f"leaderElection.{name}" for name in ("leaderElect", "resourceLock", "resourceName", "resourceNamespace")
)
LOCK_FLAGS = frozenset(name for name, field in FIELDS.items() if field in _LOCK_FIELDS)
"""Flags that determine whether a leader is elected, and by which object."""

_FIRST_PATCH_OF_1_22 = 4
"""Up to 1.22.3 the file wins. Upstream: https://github.com/kubernetes/kubernetes/pull/106130."""


def flags_win(release: Release) -> bool:
    """Return whether the flags of leader election win over the file; before, they have no effect beside it."""
    is_before = release.name == "1.22" and release.patch is not None and release.patch < _FIRST_PATCH_OF_1_22
    return release.election_flags_win and not is_before


def overriding_flags(release: Release) -> Mapping[str, str]:
    """Map the flags that win over the file to the field that they set."""
    return _of_release(ELECTION_FIELDS, release) if flags_win(release) else {}


def flags_without_effect(release: Release) -> Mapping[str, str]:
    """Map the flags without effect together with `--config` to the field of the file that counts instead."""
    fields = {**FIELDS, **dict.fromkeys(PLUGIN_FLAGS, "profiles[].plugins")} if release.name == "1.18" else FIELDS
    winning = overriding_flags(release)
    return {name: field for name, field in _of_release(fields, release).items() if name not in winning}


def _effective_flags(release: Release) -> Mapping[str, str]:
    """Map the flags that set a field where there is no file to that field."""
    return {name: field for name, field in _of_release(FIELDS, release).items() if not release.ignores_flag(name)}


def _of_release(fields: Mapping[str, str], release: Release) -> dict[str, str]:
    return {name: field for name, field in fields.items() if name in release.flags}


def flag_value(flag: CommandLineFlag, release: Release) -> object:
    """Return the value that a release reads in a flag of a field; None where it reads none, or that is not known."""
    known = release.flags.get(flag.name)
    if known is None or not flag.is_known:
        return None
    text = flag.value if flag.value is not None else known.no_opt_default or None
    try:
        value = None if text is None else FLAG_TYPES[known.type].parse(text)
    except ValueError:
        return None
    return None if isinstance(value, float) and not math.isfinite(value) else value


def agrees_with(flag: CommandLineFlag, configuration: Configuration, release: Release) -> bool:
    """Return whether a configuration has the value of a flag; False where that cannot be compared.

    Args:
        flag: The flag.
        configuration: The configuration.
        release: The release that reads the flag.
    """
    value = None if flag.name in _SETTERS.keys() - {_NAME_FLAG} else flag_value(flag, release)
    if flag.name == _NAME_FLAG:
        return [value] == [profile.scheduler_name for profile in configuration.profiles]
    return value is not None and flag.name in FIELDS and _value_at(FIELDS[flag.name], configuration) == value


@dataclass(frozen=True)
class StartedConfiguration:
    """The configuration that a scheduler uses as it is started."""

    configuration: Configuration
    # Field, as messages name it → the flag that sets it, be it to the value that it has anyway
    set_by: Mapping[str, CommandLineFlag]
    # The fields that flags set, or may set, to values that are not known here; they are as without these flags
    unknown: frozenset[str]

    @property
    def leader_election(self) -> LeaderElection | None:
        """How it is elected; None where the switch or the lock is not known."""
        return self.configuration.leader_election if self.unknown.isdisjoint(_LOCK_FIELDS) else None


def start(line: CommandLine, release: Release, configuration: Configuration | None) -> StartedConfiguration:
    """Return what a scheduler uses: the configuration, with those flags applied that count.

    Args:
        line: Its flags.
        release: The release that it is of.
        configuration: What `--config` names, completed; None where there is no such flag.
    """
    counting = _effective_flags(release) if configuration is None else overriding_flags(release)
    started = _default(release) if configuration is None else configuration
    # What the release does not have stops it, whether it would count or not.
    unknown = {field for name, field in FIELDS.items() if name not in release.flags and line.get(name) is not None}
    unknown |= {field for name, field in counting.items() if not line.settles(name)}
    set_by = {}
    for flag in _in_order(line, counting, release):
        field, value = counting[flag.name], flag_value(flag, release)
        if value is None:
            unknown.add(field)
        else:
            started, set_by[field] = _SETTERS.get(flag.name, partial(_with, field))(value, started), flag
    return StartedConfiguration(started, set_by, frozenset(unknown))


def _default(release: Release) -> Configuration:
    """Return what a release uses without a file; 1.19 to 1.21 add Args of InterPodAffinity even where no flag does."""
    nothing = defaults(release.api_versions[-1], release, IN_TREE_ONLY)
    is_added = release.reads_args_as_kinds and "hard-pod-affinity-symmetric-weight" in release.flags
    return _with_affinity(1, nothing) if is_added else nothing


def _in_order(line: CommandLine, counting: Mapping[str, str], release: Release) -> list[CommandLineFlag]:
    """List the flags that count, the last of several of a name, in the order in which the release applies them.

    Until the flags of leader election win over the file, two flags of a field write to the same place as they are read.
    """
    flags = [flag for flag in line.flags if flag.name in counting and line.get(flag.name) is flag]
    return sorted(flags, key=lambda flag: flag.name in ELECTION_FIELDS) if flags_win(release) else flags


_CAPITAL = pattern("[A-Z]")


def _attributes(field: str) -> list[str]:
    return _CAPITAL.sub(lambda letter: f"_{letter[0].lower()}", field).split(".")


def _value_at(field: str, configuration: Configuration) -> object:
    return reduce(getattr, _attributes(field), configuration)


def _with(field: str, value: object, configuration: Configuration) -> Configuration:
    """Return a configuration with a value in a field: one of its own, or one of a part of it."""
    outer, *inner = _attributes(field)
    changed: Any = getattr(configuration, outer)._replace(**{inner[0]: value}) if inner else value
    return replace(configuration, **{outer: changed})


def _with_name(name: Any, configuration: Configuration) -> Configuration:
    """Return a configuration with another name of its only profile; an empty one changes nothing."""
    (profile,) = configuration.profiles
    return replace(configuration, profiles=(replace(profile, scheduler_name=name or profile.scheduler_name),))


def _with_affinity(weight: Any, configuration: Configuration) -> Configuration:
    """Return a configuration with Args of InterPodAffinity for its only profile; 1.18 adds none for the default."""
    (profile,) = configuration.profiles
    if weight == 1 and not configuration.release.reads_args_as_kinds:
        return configuration
    entry = hard_pod_affinity(weight, configuration.context, IN_TREE_ONLY)
    return replace(configuration, profiles=(replace(profile, plugin_config=(entry,)),))


def _with_host(host: Any, configuration: Configuration) -> Configuration:
    return _with_addresses(configuration, lambda _, port: join_host_port(str(parse_ip(host) or host), port))


def _with_port(port: Any, configuration: Configuration) -> Configuration:
    return _with_addresses(configuration, lambda host, _: join_host_port(host, str(port)) if port else "")


def _with_addresses(configuration: Configuration, change: Callable[[str, str], str]) -> Configuration:
    """Return a configuration with those of its insecure addresses changed that are not closed."""
    parts = {field: split_host_port(address) for field, address in configuration.bind_addresses.items()}
    changed = {field: change(*both) if both else "" for field, both in parts.items()}
    return replace(configuration, bind_addresses=changed)


_SETTERS: Mapping[str, Callable[[object, Configuration], Configuration]] = {
    "address": _with_host,
    "hard-pod-affinity-symmetric-weight": _with_affinity,
    "port": _with_port,
    _NAME_FLAG: _with_name,
}
"""Flags that set more than a field, or part of one → what returns a configuration with their value."""

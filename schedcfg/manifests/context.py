"""What rules about the surroundings look at: a manifest, what it runs, and what is found around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective import Configuration
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.manifests.command_line import CommandLine, CommandLineFlag
from schedcfg.manifests.fields import at, may_be_same
from schedcfg.manifests.kustomize import AppliedFile, Patches
from schedcfg.manifests.pod import PodSpec, image
from schedcfg.manifests.rbac import Account, GrantedAccess
from schedcfg.manifests.running import RunningScheduler
from schedcfg.releases.release import Release
from schedcfg.releases.silenced_flags import election_flags_are_heard


class EffectiveElection(NamedTuple):
    """Leader election as it takes place.

    Attributes:
        on: Whether there is any.
        lock: The kind of object that the leader holds: `leases`, `endpoints` …
        namespace: Its namespace.
        name: Its name.
    """

    on: bool
    lock: str
    namespace: str
    name: str


_FLAGS = (
    "leader-elect",
    "leader-elect-resource-lock",
    "leader-elect-resource-name",
    "leader-elect-resource-namespace",
    "lock-object-name",
    "lock-object-namespace",
)
"""Flags that say whether there is one, and by which object."""


def election(line: CommandLine, release: Release, configuration: Configuration | None) -> EffectiveElection | None:
    """Tell how a scheduler is elected; None where a flag that counts is not known.

    Args:
        line: Its flags.
        release: The release that it is of.
        configuration: What `--config` names; None where there is no such flag.
    """
    heard = configuration is None or election_flags_are_heard(release)
    if heard and not all(line.settles(name) for name in _FLAGS if name in release.flags):
        return None

    def flag(name: str) -> CommandLineFlag | None:
        return line.get(name) if heard and name in release.flags else None

    def value(name: str, written: str) -> str:
        found = flag(name)
        return written if found is None or found.value is None else found.value

    file = None if configuration is None else configuration.leader_election
    switch = flag("leader-elect")
    on = file is None or file.leader_elect if switch is None else not switch.is_off
    name, namespace = (
        ("kube-scheduler", "kube-system") if file is None else (file.resource_name, file.resource_namespace)
    )
    if file is None:
        name, namespace = value("lock-object-name", name), value("lock-object-namespace", namespace)
    return EffectiveElection(
        on=on,
        lock=value(
            "leader-elect-resource-lock",
            release.flags["leader-elect-resource-lock"].default if file is None else file.resource_lock,
        ),
        namespace=value("leader-elect-resource-namespace", namespace),
        name=value("leader-elect-resource-name", name),
    )


class StartConfiguration(NamedTuple):
    """The configuration that a scheduler is started with.

    Attributes:
        name: As messages name it: `` `scheduler-config.yaml` ``, ``key `config.yaml` of ConfigMap `scheduler` ``.
        data: As written, plain.
        configuration: Completed by the scheduler's release; None where nothing could be read, as where the release
            does not serve its version.
        api_version: As written.
        kind: As written.
    """

    name: str
    configuration: Configuration | None
    api_version: str
    kind: str
    data: object = None

    def writes(self, *keys: str) -> bool:
        """Tell whether a field is written, rather than completed."""
        return at(self.data, *keys) is not None


class Workload(NamedTuple):
    """A manifest that makes Pods.

    Attributes:
        kind: `Deployment` …
        name: Its name.
        spec: Its Pods' `spec`.
    """

    kind: str
    name: str
    spec: PodSpec


@dataclass(frozen=True, eq=False)
class RelatedManifests:
    """What was found in one folder, or one text.

    Attributes:
        schedulers: Every scheduler that some manifest runs.
        access: Roles and bindings.
        config_maps: Namespace and name of a ConfigMap → its keys.
        scheduler_names: The names of all profiles of all configurations found.
        patches: kubeadm's patches of the scheduler.
    """

    schedulers: tuple["DeploymentContext", ...] = ()
    access: GrantedAccess = field(default_factory=lambda: GrantedAccess(iter(())))
    config_maps: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    scheduler_names: frozenset[str] = frozenset()
    patches: Patches = field(default_factory=Patches)

    def keys_of(self, config_map: str, namespace: str) -> frozenset[str] | None:
        """List the keys of a ConfigMap of a name, in a namespace; None where there is none here."""
        named = [(where, keys) for (where, name), keys in self.config_maps.items() if name == config_map]
        found = [keys for where, keys in named if may_be_same(where, namespace)]
        return frozenset().union(*found) if found else None


@dataclass(frozen=True, eq=False)
class DeploymentContext:
    """One manifest, and what is related it.

    Attributes:
        file: The file that it stands in, as messages name it.
        running: The scheduler that it runs; None where it runs none.
        workload: What it is if it makes Pods that are no scheduler; None otherwise.
        release: The release that judges; None where the scheduler is of one that is not known here.
        release_known: Whether that is certain: it was asked for, or the manifest says so.
        configured: What the scheduler is started with, where that is found.
        applied: The configurations that a kustomization takes for objects of the API server.
        related: Everything else.
    """

    file: str
    release: Release | None
    related: RelatedManifests
    running: RunningScheduler | None = None
    workload: Workload | None = None
    release_known: bool = False
    configured: StartConfiguration | None = None
    applied: tuple[AppliedFile, ...] = ()

    @property
    def configuration(self) -> Configuration | None:
        """The configuration, completed; None where none is found, or it is refused at once."""
        return None if self.configured is None else self.configured.configuration

    @property
    def is_stock(self) -> bool:
        """Whether it is certain that the program is Kubernetes' own: it has no flags, plugins or files of its own."""
        running = self.running
        if running is None:
            return False
        named = (
            image(self.related.patches.image) if running.is_kubeadm and self.related.patches.image else running.image
        )
        return running.is_kubeadm if named is None else named.is_stock

    @property
    def judged_by(self) -> str:
        """The release as messages name it, with how it is known."""
        name = "" if self.release is None else f"Kubernetes {self.release.name}"
        return name if self.release_known else f"{name} (the manifest does not tell its release)"

    @property
    def account(self) -> Account | None:
        """The service account that the scheduler uses; None where it runs without one."""
        running = self.running
        if running is None or running.is_static or (running.is_partial and not running.spec.service_account):
            return None
        return Account(running.namespace, running.spec.service_account or "default")

    @property
    def election(self) -> EffectiveElection | None:
        """How the scheduler is elected, flags included; None where that is not known."""
        if self.running is None or self.release is None or self.running.is_partial:
            return None
        if self.running.flag("config") is not None and self.configuration is None:
            return None
        if not self.running.settles("config"):
            return None
        return election(self.running.command_line, self.release, self.configuration)


def refused(rule: str, path: Path, message: str, help_: str, *, on_key: bool = False) -> Problem:
    """Say what keeps the scheduler from starting."""
    return Problem(rule, path, message, help_, on_key=on_key)


def advised(rule: str, path: Path, message: str, help_: str, severity: Severity = Severity.ERROR) -> Problem:
    """Say what keeps it from working as meant."""
    return Problem(rule, path, message, help_, finding_class=FindingClass.ADVISED, severity=severity)

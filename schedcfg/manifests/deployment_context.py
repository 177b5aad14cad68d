"""What rules about the surroundings look at: a manifest, what it runs, and what is found around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.effective import Configuration
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.manifests.fields import at, may_be_same
from schedcfg.manifests.kustomize import Patches, Resource
from schedcfg.manifests.pod import PodSpec, image
from schedcfg.manifests.rbac import Access, Account
from schedcfg.manifests.running import Running
from schedcfg.releases.release import Release
from schedcfg.rules.election import Election, election


class Configured(NamedTuple):
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
class Around:
    """What was found in one folder, or one text.

    Attributes:
        schedulers: Every scheduler that some manifest runs.
        access: Roles and bindings.
        config_maps: Namespace and name of a ConfigMap → its keys.
        scheduler_names: The names of all profiles of all configurations found.
        patches: kubeadm's patches of the scheduler.
    """

    schedulers: tuple["Scene", ...] = ()
    access: Access = field(default_factory=lambda: Access(iter(())))
    config_maps: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    scheduler_names: frozenset[str] = frozenset()
    patches: Patches = field(default_factory=Patches)

    def keys_of(self, config_map: str, namespace: str) -> frozenset[str] | None:
        """List the keys of a ConfigMap of a name, in a namespace; None where there is none here."""
        named = [(where, keys) for (where, name), keys in self.config_maps.items() if name == config_map]
        found = [keys for where, keys in named if may_be_same(where, namespace)]
        return frozenset().union(*found) if found else None


@dataclass(frozen=True, eq=False)
class Scene:
    """One manifest, and what is around it.

    Attributes:
        file: The file that it stands in, as messages name it.
        running: The scheduler that it runs; None where it runs none.
        workload: What it is if it makes Pods that are no scheduler; None otherwise.
        release: The release that judges; None where the scheduler is of one that is not known here.
        release_known: Whether that is certain: it was asked for, or the manifest says so.
        configured: What the scheduler is started with, where that is found.
        applied: The configurations that a kustomization takes for objects of the API server.
        around: Everything else.
    """

    file: str
    release: Release | None
    around: Around
    running: Running | None = None
    workload: Workload | None = None
    release_known: bool = False
    configured: Configured | None = None
    applied: tuple[Resource, ...] = ()

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
        named = image(self.around.patches.image) if running.is_kubeadm and self.around.patches.image else running.image
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
    def election(self) -> Election | None:
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

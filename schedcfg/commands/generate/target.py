"""What a target is: a product that runs kube-scheduler its own way, and wants the configuration in its own form.

Kubernetes objects as plain data with comments, and the stock image that they run.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Maker
from schedcfg.configuration.effective.command_line import flags_win
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.needs import certificates
from schedcfg.document import parse, yaml_writer
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.releases.kubeadm_layout import version_of
from schedcfg.releases.release import Release

CONFIG_FILE = "scheduler-config.yaml"
"""Name of the configuration's file on a node: always the same, as `config.yaml` would be k3s's own there."""


class ImageOption(Enum):
    """Whether a target takes a scheduler image of the user's choice."""

    NONE = "not supported"
    OPTIONAL = "optional"
    REQUIRED = "required"


class TargetOptions(NamedTuple):
    """What a user chose."""

    image: str | None = None  # The scheduler's image; None: the one that the target brings
    variants: frozenset[str] = frozenset()


class DeploymentTarget(NamedTuple):
    """One product."""

    summary: str
    files: Callable[[AcceptedConfig, TargetOptions], Iterable[GeneratedFile]]
    # Yields what keeps the configuration from being run there, as errors, and what to know about it
    problems: Callable[[AcceptedConfig, TargetOptions], Iterable[Problem]]
    remarks: Callable[[AcceptedConfig, TargetOptions], Iterable[str]]
    image: ImageOption = ImageOption.NONE
    variants: Mapping[str, str] = {}  # Name of a flag → what it makes different
    kubeconfig: str | None = None  # What a configuration has to name; None: nothing, the product gives it one
    leader_elect: bool | None = True  # What a first configuration says; None: nothing, as that is the product's

    def maker(self, options: TargetOptions) -> Maker[TargetOptions]:
        """Return what makes its files."""
        return Maker(options, self.files, self.problems, self.remarks)


def written_fields(config: AcceptedConfig) -> dict[str, Any]:
    """Return the fields of the configuration and of its sections, without those that are null.

    Kubernetes reads a null as "not written", but templates and merges of other products stumble over it.
    """
    data = parse(config.text).documents[0].data
    assert isinstance(data, dict), "a configuration that its release accepts is a mapping"
    return {field: _section(value) for field, value in data.items() if value is not None}


def _section(value: object) -> object:
    if isinstance(value, dict):
        return {field: inner for field, inner in value.items() if inner is not None}
    return value


def without_kubeconfig(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out `clientConnection.kubeconfig`, and `clientConnection` where nothing else is in it."""
    connection = {field: value for field, value in fields.get("clientConnection", {}).items() if field != "kubeconfig"}
    kept = {**fields, "clientConnection": connection} if "clientConnection" in fields else fields
    return {field: value for field, value in kept.items() if field != "clientConnection" or value}


def lost_comments(config: AcceptedConfig, product: str) -> tuple[str, ...]:
    """Return the note that comments are lost, where there are any."""
    if not parse(config.text).comments:
        return ()
    return (f"{product} takes fields, not a file: the comments of {config.name} are lost.",)


def mounted_files(configuration: Configuration) -> tuple[str, ...]:
    """List the files that extenders are reached with, each once; the kubeconfig is every target's own affair."""
    return tuple(dict.fromkeys(file.name for file in certificates(configuration)))


def leader_election_flags(configuration: Configuration) -> dict[str, str]:
    """Return the flags without which `leaderElect: false` has no effect beside a `--leader-elect=true`.

    kubeadm and Talos pass that, and since 1.22 it wins.
    """
    is_off = not configuration.leader_election.leader_elect
    return {"leader-elect": "false"} if is_off and flags_win(configuration.release) else {}


Data = dict[str, object]
"""A mapping of plain data."""


class KubernetesObject(NamedTuple):
    """One object."""

    data: Data
    comments: Mapping[Path, str] = {}  # Path → what is written above it; see `yaml_writer.write`

    def write(self) -> str:
        """Write it as one YAML document."""
        return yaml_writer.write(self.data, self.comments)


def stream(objects: Iterable[KubernetesObject]) -> str:
    """Write objects as one stream, in their order."""
    return "---\n".join(kubernetes_object.write() for kubernetes_object in objects)


def config_map(config: AcceptedConfig, name: str, namespace: str) -> Iterator[GeneratedFile]:
    """Make the ConfigMap, as one file; its key is the name of the configuration's file.

    Args:
        config: The configuration.
        name: Of the ConfigMap.
        namespace: Likewise; empty: whoever applies it chooses.
    """
    metadata = {"name": name, "namespace": namespace} if namespace else {"name": name}
    data = {config.name: config.text}
    manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}
    yield GeneratedFile("configmap.yaml", yaml_writer.write(manifest))


_REGISTRY = "registry.k8s.io"
"""Has the images of all releases, those too that were published as `k8s.gcr.io`, which is frozen since 2023."""


def stock_image(release: Release) -> str:
    """Return the stock image of a release: of the patch that was requested, else of one that is known."""
    return f"{_REGISTRY}/kube-scheduler:{version_of(release, None)}"


def feature_gates_flag(release: Release) -> str | None:
    """Write the gates that were taken away from their defaults as `--feature-gates` takes them; None without any."""
    return ",".join(f"{gate}={str(on).lower()}" for gate, on in sorted(release.gates_set.items())) or None

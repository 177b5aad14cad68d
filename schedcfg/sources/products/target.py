"""What `schedcfg generate` makes for a product: its files, and how the product runs a configuration."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.releases.release import Release
from schedcfg.sources.managed.offer import Fields, OfferedSettings

CONFIG_FILE = "scheduler-config.yaml"
"""Name of the configuration's file on a node: always the same, as `config.yaml` would be k3s' own there."""


MadeFiles = Mapping[str, str | Mapping[str, object]]
"""Path → a text, or data that is written as YAML or, by the end of its name, as JSON."""


class ImageOption(Enum):
    """Whether users choose the scheduler's image where files are generated for a product."""

    NONE = "not supported"
    OPTIONAL = "optional"
    REQUIRED = "required"


class ConfigurationToRun(NamedTuple):
    """A configuration for which a product's files are made."""

    text: str
    release: Release
    # Its fields, and those of its sections, without nulls, over which templates stumble, and without the kubeconfig,
    # which products write that take fields
    fields: dict[str, object]
    settings: Callable[[], Fields]  # Returns what does the same, of a product that takes settings in its place
    image: str | None  # The scheduler's image; None: the one that the product brings
    mounted_files: tuple[str, ...]  # The files that its extenders are reached with, each once
    kubeconfig: str  # As it names it; empty where it does not
    elects_leader: bool
    names_services: bool  # Whether it has addresses that only the cluster's DNS resolves
    # The flags without which `leaderElect: false` has no effect beside a `--leader-elect=true`
    election_flags: dict[str, str]
    static_pod: Callable[[str], str]  # Returns the manifest of a static Pod whose host has it at a path

    @property
    def untyped_fields(self) -> dict[str, object]:
        """Its fields without `apiVersion` and `kind`, which products write that take nothing but fields."""
        return {name: value for name, value in self.fields.items() if name not in {"apiVersion", "kind"}}


def _none(_config: ConfigurationToRun) -> tuple[()]:
    return ()


class Obstacle(NamedTuple):
    """Why a product cannot run a configuration."""

    rule: str  # The id under which `generate` reports it
    path: Path  # Where that is in the configuration
    message: str
    advice: str


class DeploymentTarget(NamedTuple):
    """What `schedcfg generate` makes for a product."""

    summary: str
    files: Callable[[ConfigurationToRun], MadeFiles]
    remarks: tuple[str, ...] = ()  # How the files get to work
    # Returns what else to know about the files, where that depends on the configuration; comes first
    remarks_on: Callable[[ConfigurationToRun], Iterable[str]] = _none
    obstacles: Callable[[ConfigurationToRun], Iterable[Obstacle]] = _none  # Returns those of this product alone
    called: str = ""  # What messages call what runs it; empty: as the product
    variants: Mapping[str, "TargetVariant"] = MappingProxyType({})  # Name of a flag → what it makes instead
    settings: OfferedSettings | None = None  # Where the product takes these in the place of a configuration
    image: ImageOption = ImageOption.NONE
    image_elsewhere: str = ""  # Where users set the image, which is not among the files; empty: nowhere
    is_second: bool = False  # Whether it runs beside the cluster's own scheduler, rather than as that
    is_v1_only: bool = False
    takes_fields: bool = False  # Whether it takes fields, not a text, so that comments are lost
    kubeconfig: str = ""  # What a configuration has to name; empty: nothing, the product gives it one
    own_kubeconfig: str = ""  # What the product sets in the place of what a configuration names; empty: nothing
    unmounted_by: str = ""  # What mounts no files for the scheduler, as messages call it; empty: they are there
    mounted_folder: str = ""  # The folder of the node that is mounted all the same, with `/` at its end
    needs_absolute_files: bool = False
    has_node_dns: bool = False  # Whether the scheduler asks the resolver of its node
    leader_elect: bool | None = True  # What a first configuration says; None: nothing, as that is the product's


class TargetVariant(NamedTuple):
    """Another form of what is made for a product, which a flag of the command chooses."""

    summary: str
    target: DeploymentTarget

"""What a product is that runs kube-scheduler its own way: one record of all that is known of it.

Each file of this folder is one product, and has it as `PRODUCT`; nothing else names it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from re import Pattern
from types import MappingProxyType
from typing import NamedTuple

from schedcfg.document.excerpt import Part
from schedcfg.document.span import Path, follow
from schedcfg.findings import Problem
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.pod import text

Fields = Mapping[str, object]
_NOTHING: Fields = MappingProxyType({})

CONFIG_FILE = "scheduler-config.yaml"
"""Name of the configuration's file on a node: always the same, as `config.yaml` would be k3s' own there."""

FlagReader = Callable[[object, Path], Iterator[CommandLineFlag]]
"""Yields the flags in the value at a path; see `manifests.flags_in_data`."""


class Marks(NamedTuple):
    """What is in the text of a product's files, so that most other files need not be parsed."""

    flags: tuple[str, ...] = ()  # In each that gives its scheduler flags, `--config` among them
    settings: tuple[str, ...] = ()  # In each with other flags, or settings, of its scheduler
    fields: tuple[str, ...] = ()  # In each with fields of a configuration
    release: tuple[str, ...] = ()  # In each that names the release for another one
    # Words that are all beside the key `scheduler`, which many other files have as well, where that has flags …
    flags_beside_key: tuple[str, ...] = ()
    fields_beside_key: tuple[str, ...] = ()  # … or fields of a configuration
    # What is, all of it, in a file that is certainly about its scheduler, even if it cannot be parsed
    names: tuple[Pattern[str], ...] = ()


class FlagPlace(NamedTuple):
    """Where a document has flags of kube-scheduler."""

    at: Path
    read: FlagReader
    unless: str = ""  # A key at the top of the document whose flags are in the place of these


class FlagKeys(NamedTuple):
    """Keys that nothing else has: what is there, however deep in a document of anybody, are flags."""

    names: tuple[str, ...]
    read: FlagReader
    image: Path = ()  # Where the scheduler's own image is, beside such a key; empty: nowhere


class FlagOption(NamedTuple):
    """An option of a command by which a product is given a flag, in each value that begins with something."""

    option: str
    prefix: str = ""
    end: str = ""  # What is behind the flag in a value; empty for nothing
    versions: tuple[str, ...] = ()  # The options, and variables before a command, that name the release
    # The keys of a workflow's step that give its action a value of the option, and the release; empty: there is none
    keys: tuple[str, str] | None = None


class Offer(NamedTuple):
    """What a product takes in one value. What is not named here is not looked at."""

    values: tuple[str, ...] = ()  # The texts that it may be; empty: any
    are_plugins: bool = False  # Whether these are plugins, of which kube-scheduler itself refuses those it lacks
    reserved: tuple[str, ...] = ()  # The texts that it may not be
    bounds: tuple[int, int] | None = None  # The least and the greatest number
    fields: Mapping[str, "Offer"] | None = None  # The fields of a mapping; None: any
    each: "Offer | None" = None  # Each item of a list, or value of a mapping without `fields`
    dead: str = ""  # Why it has no effect; empty: it has
    refused_since: str = ""  # The first release of clusters in which it is refused; empty: it is in none


ANY = Offer()
"""Whatever is there."""


class OfferedSettings(NamedTuple):
    """What users may set of a scheduler that the product runs for them, and what the product makes of it."""

    offer: Offer  # What may be at `at`
    refused: str  # What follows where the product refuses it: a sentence without its end
    at: Path = ()
    name: str = ""  # The only name of an object that is looked at; empty: any
    since: str = ""  # The first release of clusters that has these settings
    text: Path = ()  # Where a whole configuration is as a text, below `at`
    text_offer: Offer = Offer()  # What may be in it
    chosen_by: str = ""  # The field whose value chooses one of the profiles
    # Value → what the product makes its configuration of; the first is the default
    profiles: Mapping[str, Fields] = MappingProxyType({})
    idle: Mapping[str, frozenset[str]] = MappingProxyType({})  # Value → the schedulers from which it keeps all Pods
    sets: Fields = _NOTHING  # What the product sets besides, whatever is chosen
    own: Path = ()  # Where in that configuration the value at `value`, below `at`, is; empty: no value of users is
    value: Path = ()


STOCK: Fields = {"profiles": [{"schedulerName": "default-scheduler"}]}
PACKING_FIT: Fields = {"name": "NodeResourcesFit", "args": {"scoringStrategy": {"type": "MostAllocated"}}}
UNBALANCED: Fields = {"name": "NodeResourcesBalancedAllocation"}
"""What products of which profiles are chosen make of them: nothing of their own, packing, and what is off for that."""


class ProductDocument(NamedTuple):
    """One kind of document of a product: how it is recognized, and what is where in it."""

    group: str = ""  # What its API version begins with; empty: any
    kinds: tuple[str, ...] = ()  # Empty: any kind of the group; without a group, it has no kind
    requires: Path = ()  # A mapping or a list that it has, where neither group nor kind shows whose it is
    flags: tuple[FlagPlace, ...] = ()
    fields: tuple[Part, ...] = ()  # Where it has the fields of a configuration of v1, without saying what they are
    # A key at its top that nothing else has, so that fields are meant as such whatever they are called
    unmistakable: str = ""
    fields_as_text: Problem | None = None  # What is wrong where all fields are a text; None: that may not be noticed
    settings: OfferedSettings | None = None
    versions: tuple[Path, ...] = ()  # Where the release is, the nearest first: a version, or an image with a tag
    image: Path = ()  # Where the scheduler's own image is; empty: nowhere

    def is_of(self, data: Fields) -> bool:
        """Return whether some data may be such a document."""
        if self.group or self.kinds:
            is_its_kind = not self.kinds or data.get("kind") in self.kinds
            return is_its_kind and text(data.get("apiVersion")).startswith(self.group)
        return "kind" not in data and (not self.requires or isinstance(follow(data, self.requires), dict | list))

    @property
    def has_scheduler(self) -> bool:
        """Whether it says something of a scheduler, rather than only which release a cluster has."""
        return bool(self.flags or self.fields or self.settings)


class OtherFile(NamedTuple):
    """What a file is that kube-scheduler does not read."""

    name: str  # As messages call it: `a systemd unit`
    help: str = "Pass the file in `--config` of kube-scheduler, or a manifest that contains it or runs a scheduler."
    path: Path = ()  # Where that is seen
    detail: str = ""  # What is in it


def _nothing_known(_data: object) -> None:
    return None


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
    settings: Fields  # What does the same, of a product that takes settings in its place; empty for others
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


class Target(NamedTuple):
    """What `schedcfg generate` makes for a product."""

    summary: str
    files: Callable[[ConfigurationToRun], Mapping[str, str]]  # Returns path → text
    remarks: Callable[[ConfigurationToRun], Iterable[str]]  # Returns how the files get to work
    problems: Callable[[ConfigurationToRun], Iterable[Problem]] = _none  # Returns what only this product refuses
    called: str = ""  # What messages call what runs it; empty: as the product
    variants: Mapping[str, "Variant"] = MappingProxyType({})  # Name of a flag → what it makes instead
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


class Variant(NamedTuple):
    """Another form of what is made for a product, which a flag of the command chooses."""

    summary: str
    target: Target


class Product(NamedTuple):
    """A product that runs kube-scheduler, or has files about one."""

    name: str  # As messages call it
    marks: Marks = Marks()
    documents: tuple[ProductDocument, ...] = ()
    flag_keys: FlagKeys | None = None
    options: tuple[FlagOption, ...] = ()
    # Returns what a document without a scheduler is, where its keys show that it is the product's
    other_file: Callable[[object], OtherFile | None] = _nothing_known
    kubeconfig: str = KUBECONFIG  # Where its scheduler has its credentials
    takes_objects: bool = False  # Whether it takes a configuration as an object of its own, beside its document
    versions_beside: tuple[Path, ...] = ()  # Where another file, or document, of it may name the release
    passes_config: bool = False  # Whether it starts the scheduler with a `--config` of its own, in which its fields are
    own_flags: frozenset[str] = frozenset()  # Flags that it sets itself, and takes from nobody
    targets: Mapping[str, Target] = MappingProxyType({})  # Command of `schedcfg generate` → what that makes


class RecognizedDocument(NamedTuple):
    """A document as that of a product."""

    product: Product
    form: ProductDocument

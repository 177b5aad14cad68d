"""What a product is that runs kube-scheduler its own way: one record of all that is known of it.

Each file of this folder is one product, and has it as `PRODUCT`; nothing else names it.
"""

from collections.abc import Callable, Iterator, Mapping
from re import Pattern
from types import MappingProxyType
from typing import NamedTuple

from schedcfg.document.excerpt import Part
from schedcfg.document.span import Path, follow
from schedcfg.findings import Problem
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.sources.managed.offer import OfferedSettings
from schedcfg.sources.manifests.flags_in_data import FlagReader, flags_in_mapping
from schedcfg.sources.manifests.kubeadm import KubeadmPatch, KubeadmReader
from schedcfg.sources.manifests.pod import Fields, text
from schedcfg.sources.products.target import DeploymentTarget


class Marks(NamedTuple):
    """What is in the text of a product's files, so that most other files need not be parsed."""

    flags: tuple[str, ...] = ()  # In each that gives its scheduler flags, `--config` among them
    settings: tuple[str, ...] = ()  # In each with other flags, or settings, of its scheduler
    fields: tuple[str, ...] = ()  # In each with fields of a configuration
    release: tuple[str, ...] = ()  # In each that names the release for another one
    # Words that are all beside the key `scheduler`, which many other files have as well, where that has flags …
    flags_beside_key: tuple[str, ...] = ()
    fields_beside_key: tuple[str, ...] = ()  # … or fields of a configuration
    # What is, all of it, in a file that is certainly about its scheduler, even if it cannot be parsed; None: one of the
    # above; empty: nothing is
    names: tuple[Pattern[str], ...] | None = None


class FlagPlace(NamedTuple):
    """Where a document has flags of kube-scheduler."""

    at: Path
    read: FlagReader = flags_in_mapping
    unless: str = ""  # A key at the top of the document whose flags are in the place of these


class FlagKeys(NamedTuple):
    """Keys that nothing else has: what is there, however deep in a document of anybody, are flags."""

    names: tuple[str, ...]
    read: FlagReader = flags_in_mapping
    image: Path = ()  # Where the scheduler's own image is, beside such a key; empty: nowhere


class FlagOption(NamedTuple):
    """An option of a command by which a product is given a flag, in each value that begins with something."""

    option: str
    prefix: str = ""
    end: str = ""  # What is behind the flag in a value; empty for nothing
    versions: tuple[str, ...] = ()  # The options, and variables before a command, that name the release
    # The keys of a workflow's step that give its action a value of the option, and the release; None: it has no action
    keys: tuple[str, str] | None = None


class KubeadmPlace(NamedTuple):
    """Where a document has a ClusterConfiguration of kubeadm."""

    at: Path
    reader: KubeadmReader


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
    kubeadm: KubeadmPlace | None = None
    # Yields the texts in it that patch a ClusterConfiguration, by its data and place; None: it has none
    kubeadm_patches: Callable[[Fields, Path], Iterator[KubeadmPatch]] | None = None
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
        return bool(self.flags or self.fields or self.settings or self.kubeadm)


class OwnedConfigMap(NamedTuple):
    """A ConfigMap that an operator makes, and makes again where somebody else changes it."""

    namespace: str
    name: Pattern[str]  # All of its name
    owner: str  # As messages begin: `the operator of OpenShift's scheduler`
    instead: str  # What may be set in its place, as an order


class MadePolicy(NamedTuple):
    """The legacy Policy that a product puts into the ConfigMap which its scheduler is started with."""

    namespace: str
    name: str
    predicates: tuple[str, ...]


class OtherFile(NamedTuple):
    """What a file is that kube-scheduler does not read."""

    name: str  # As messages call it: `a systemd unit`
    help: str = "Pass the file in `--config` of kube-scheduler, or a manifest that contains it or runs a scheduler."
    path: Path = ()  # Where that is seen
    detail: str = ""  # What is in it
    is_looked_through: bool = True  # Whether configurations, or flags of a scheduler, are looked for in such files


def _nothing_known(_data: object) -> None:
    return None


class ProductFault(NamedTuple):
    """A bug in some releases of a product, which a later one has corrected."""

    versions: tuple[str, ...]  # `1.13.2`
    fixed: str  # The first release without it, and without another one known
    effect: str  # What happens, as a clause
    thread: str  # Where that was reported
    # Returns whether a configuration, as written, of a scheduler of a release of Kubernetes brings it about
    concerns: Callable[[object, str | None], bool]


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
    mounts_nothing: bool = False  # Whether its scheduler's Pod has no file but the kubeconfig, whatever is set
    # Whether its scheduler only listens on the node itself where nothing else is set
    listens_on_loopback: bool = False
    is_hosted: bool = False  # Whether its scheduler is a Pod of another cluster, with a service account there
    passes_config: bool = False  # Whether it starts the scheduler with a `--config` of its own, in which its fields are
    owned: tuple[OwnedConfigMap, ...] = ()  # The ConfigMaps of schedulers that its operators write
    made_policy: MadePolicy | None = None
    own_versions: tuple[Path, ...] = ()  # Where its own release is: a version, or an image with one as its tag
    faults: tuple[ProductFault, ...] = ()
    own_flags: frozenset[str] = frozenset()  # Flags that it sets itself, and takes from nobody
    targets: Mapping[str, DeploymentTarget] = MappingProxyType({})  # Command of `schedcfg generate` → what that makes


class RecognizedDocument(NamedTuple):
    """A document as that of a product."""

    product: Product
    form: ProductDocument

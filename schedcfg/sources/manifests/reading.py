"""What texts hold: manifests, and configurations that a manifest may name."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from schedcfg.document import Document, Path, Span, Stream, parse, render, yaml_writer
from schedcfg.document.span import follow
from schedcfg.errors import UnreadableInput
from schedcfg.patterns import pattern
from schedcfg.releases.rights import SCHEDULER_ROLE
from schedcfg.sources.embedded import Manifest, configurations_in, manifests, owner_of
from schedcfg.sources.managed.made import MadeConfiguration
from schedcfg.sources.managed.settings import ManagedSettings, managed_in
from schedcfg.sources.manifests import kubeadm
from schedcfg.sources.manifests.admission_policies import changed_by_policy
from schedcfg.sources.manifests.autoscaler import RunningAutoscaler, autoscaler_in
from schedcfg.sources.manifests.descheduler import DeschedulerPolicy, policy_at, policy_texts
from schedcfg.sources.manifests.files import FILES, AppliedFile, Kustomization, resources
from schedcfg.sources.manifests.karpenter import NodePool, RunningKarpenter, karpenter_in, node_pool_in
from schedcfg.sources.manifests.plugin_controller import RunningController, controller_in
from schedcfg.sources.manifests.pod import Workload, at, entries, fields, pod_spec, text
from schedcfg.sources.manifests.pod_needs import PodNeed, needs_in
from schedcfg.sources.manifests.product_documents import (
    ProductRelease,
    kubeadm_patches,
    named_releases,
    product_release_in,
)
from schedcfg.sources.manifests.running import RunningScheduler, run_by_kubeadm, running_in, with_release
from schedcfg.sources.manifests.scraping import (
    Scrape,
    ScrapedService,
    scrape_by_annotations,
    scrape_texts,
    scrapes_in,
    service_in,
)
from schedcfg.sources.manifests.starting_parts import documents_in, starting_parts
from schedcfg.sources.size import Size
from schedcfg.sources.terraform import is_plan, planned_objects
from schedcfg.sources.text import Text
from schedcfg.sources.type_meta import is_policy, read_type_meta

_SCHEDULER = pattern(r"(?<!de)scheduler")


class LocatedManifest(NamedTuple):
    """A manifest and where it is."""

    file: str  # Its file; empty where that is the text in question
    host: Document
    document: Document  # That which its paths are of: the host, or one in a text inside it
    span: Span | None  # That text as a whole, where it is not read in place; None where positions are those of the file
    manifest: Manifest
    running: tuple[RunningScheduler, ...]
    workload: Workload | None  # Itself, if it names a scheduler; None otherwise
    # The files alongside it that it hands to the API server, if it is a kustomization
    resources: tuple[AppliedFile, ...] = ()
    within: Path = ()  # Where in the host the text is that it is in; empty where it is in none
    policy: DeschedulerPolicy | None = None  # By which the descheduler evicts Pods, if it is or has one
    autoscaler: RunningAutoscaler | None = None  # The cluster-autoscaler that it runs; None where it runs none
    karpenter: RunningKarpenter | None = None  # The Karpenter that it runs; None where it runs none
    controller: RunningController | None = None  # The controller of scheduler-plugins that it runs; None for none
    product_release: ProductRelease | None = None  # That of a product with known faults; None where it names none
    needs: tuple[PodNeed, ...] = ()  # What its Pods ask for that a single plugin sees to
    node_pool: NodePool | None = None  # The nodes that Karpenter adds and removes by it; None where it is no NodePool
    managed: ManagedSettings | None = (
        None  # What it sets of a scheduler that somebody else runs; None where it does not
    )
    scrapes: tuple[Scrape, ...] = ()  # The requests for metrics that it describes, of whichever program
    service: ScrapedService | None = None  # What it is if Pods are found by it; None otherwise

    def line(self, path: Path) -> int:
        """Return the line of its file in which a path is; of a text without lines of its own, that where it begins."""
        return self.document.locate(path).value.start.line if self.span is None else self.span.start.line

    def place(self, path: Path) -> str:
        """Return where a path is, for messages: `deploy.yaml:14`, `line 14` of the text in question."""
        return f"{self.file}:{self.line(path)}" if self.file else f"line {self.line(path)}"

    @property
    def words_of_other_scheduler(self) -> str:
        """What it says of a scheduler of which nothing is known here, as Volcano's; empty where it runs none."""
        spec = pod_spec(self.manifest.kind or "", self.manifest.data, self.manifest.path)
        containers = [] if spec is None else list(entries(spec.data.get("containers")))
        words = " ".join(f"{text(one.get('image'))} {one.get('command')} {one.get('args')}" for one in containers)
        if _SCHEDULER.search(words) is None or any(running.is_named_so for running in self.running):
            return ""
        return f"{text(at(self.manifest.data, 'metadata', 'name'))} {words}"


Within: TypeAlias = tuple[str, str]
"""Where a configuration is in its file: the object that it is in, and the key there; both empty where it is all."""


class ConfigurationText(NamedTuple):
    """A configuration or Policy that a manifest may name."""

    file: str
    config_map: str  # The ConfigMap that it is in; empty where it is all of the file
    key: str  # The ConfigMap's key
    stream: Stream
    namespace: str = ""  # The ConfigMap's; empty where it has none, or for a file
    is_policy: bool = False
    # The file in which its text is, and its key there: the same, unless a product makes the file of a text
    place: tuple[str, str] = ("", "")
    owner: str = ""  # The object that its text is in: `ConfigMap kube-system/scheduler`; empty for a file
    content: str = ""  # What the file that a scheduler reads contains; empty where a product makes it
    idle: frozenset[str] = frozenset()  # The schedulers in it that get no Pods, as a product sends all to another one

    @property
    def data(self) -> object:
        """What its first document says; None where there is none."""
        return self.stream.documents[0].data if self.stream.documents else None

    @property
    def within(self) -> "Within":
        """Where it is in its file."""
        return self.owner, self.place[1]

    @property
    def name(self) -> str:
        """What messages call it."""
        if self.key:
            return f"key `{self.key}` of ConfigMap `{self.config_map}`"
        return f"`{self.file}`" if self.file else f"`{self.place[1]}` of {self.owner or 'a managed cluster'}"


def numbered_documents(stream: Stream) -> Iterator[tuple[int, Document]]:
    """Yield the documents of a text with their numbers; those of a block have the number of that."""
    if stream.blocks is None:
        yield from enumerate(stream.documents)
    for number, block in enumerate(stream.blocks or ()):
        yield from ((number, document) for document in block.documents)


def manifests_in(texts: tuple[Text, ...]) -> Iterator[LocatedManifest]:
    """Yield all manifests of some texts, as kustomize would leave them."""
    kustomization = kustomization_of(texts)
    namespaces = kustomization.namespaces()
    for one in texts:
        is_patch, namespace = kustomization.is_patch(one.name), namespaces.get(one.name)
        for _, document in numbered_documents(one.stream):
            yield from _planned_texts(one.name, document)
            known: set[Path] = set()
            for written in manifests(document.data):
                manifest = written if namespace is None else _in_namespace(written, namespace)
                schedulers = running_in(manifest.kind or "", manifest.data, manifest.path)
                running = tuple(_with_kustomized_image(each, kustomization, is_patch=is_patch) for each in schedulers)
                known.update(each.container for each in running)
                workload, applied = _workload(manifest), resources(manifest.data, manifest.path)
                managed = managed_in(manifest.data, manifest.path)
                patches, service = tuple(kubeadm_patches(manifest.data, manifest.path)), service_in(manifest)
                known.update(patch.path for patch in patches)
                yield LocatedManifest(
                    *(one.name, document, document, None, manifest, running, workload, applied),
                    policy=policy_at(manifest.data, manifest.path),
                    autoscaler=autoscaler_in(manifest.kind or "", manifest.data, manifest.path),
                    karpenter=karpenter_in(manifest.kind or "", manifest.data, manifest.path),
                    controller=controller_in(manifest.kind or "", manifest.data, manifest.path),
                    product_release=product_release_in(manifest.data, manifest.path),
                    needs=tuple(needs_in(manifest.kind or "", manifest.data, manifest.path)),
                    node_pool=node_pool_in(manifest.data, manifest.path),
                    managed=managed,
                    scrapes=tuple(_scrapes(manifest, service, has_scheduler=bool(running))),
                    service=service,
                )
                yield from _policies(one.name, document, manifest)
                yield from _scrape_texts(one.name, document, manifest)
                if managed is not None and managed.offered.text:
                    yield from _managed_texts(one.name, document, managed)
                yield from _patches(one.name, document, manifest, patches)
            for part in starting_parts(document, one.name, frozenset(known)):
                nothing = Manifest((), None, {})
                yield LocatedManifest(
                    one.name, document, part.document, part.span, nothing, part.running, None, within=part.within
                )


def _scrapes(manifest: Manifest, service: ScrapedService | None, *, has_scheduler: bool) -> Iterator[Scrape]:
    """Yield the requests for metrics that a manifest describes: by annotations only those of schedulers."""
    yield from scrapes_in(manifest)
    if has_scheduler or (service is not None and service.means_the_clusters_own):
        by_annotations = scrape_by_annotations(manifest)
        if by_annotations is not None:
            yield by_annotations


def _in_namespace(manifest: Manifest, namespace: str) -> Manifest:
    """Return a manifest as a kustomization with a namespace leaves it, with the accounts that it binds."""
    data = {**manifest.data, "metadata": {**fields(manifest.data.get("metadata")), "namespace": namespace}}
    if "subjects" in data:
        # Those that are not among its resources keep theirs; what is not known here may be in any.
        data["subjects"] = [{**subject, "namespace": ""} for subject in entries(data["subjects"])]
    return manifest._replace(data=data)


def kustomization_of(texts: tuple[Text, ...]) -> Kustomization:
    """Return the kustomization among some texts; an empty one where there is none."""
    return Kustomization(
        tuple(fields(document.data) for one in texts if one.name in FILES for document in one.stream.documents)
    )


def _patches(
    file: str, host: Document, cluster: Manifest, patches: tuple[kubeadm.KubeadmPatch, ...]
) -> Iterator[LocatedManifest]:
    """Yield the patches in a product's document that are of the scheduler which kubeadm runs."""
    for patch in patches:
        for document, span in documents_in(host, patch.path, patch.text):
            for manifest in manifests(document.data):
                scheduler = patch.scheduler(manifest.data, manifest.path) if manifest.kind == kubeadm.KIND else None
                if scheduler is not None:
                    running = run_by_kubeadm(scheduler, cluster.kind or "", manifest.path)
                    yield LocatedManifest(file, host, document, span, manifest, (running,), None, within=patch.path)


def _policies(file: str, host: Document, config_map: Manifest) -> Iterator[LocatedManifest]:
    """Yield the policies of the descheduler that are texts of a ConfigMap."""
    for value, path in policy_texts(config_map.kind or "", config_map.data, config_map.path):
        for document, span in documents_in(host, path, value):
            policy = policy_at(document.data, ())
            if policy is not None:
                manifest = Manifest((), None, fields(document.data))
                yield LocatedManifest(file, host, document, span, manifest, (), None, within=path, policy=policy)


def _scrape_texts(file: str, host: Document, manifest: Manifest) -> Iterator[LocatedManifest]:
    """Yield the configurations of Prometheus that are texts of a ConfigMap or Secret, and ask a scheduler."""
    for value, path in scrape_texts(manifest):
        for document, span in documents_in(host, path, value):
            inner = Manifest((), None, fields(document.data))
            scrapes = tuple(scrapes_in(inner))
            if scrapes:
                yield LocatedManifest(file, host, document, span, inner, (), None, within=path, scrapes=scrapes)


def _planned_texts(file: str, host: Document) -> Iterator[LocatedManifest]:
    """Yield the manifests that resources of Terraform's plan have as a text."""
    planned = planned_objects(host.data) if is_plan(host.data) else ()
    for path in (path for one in planned for path in one.texts):
        for document, span in documents_in(host, path, text(follow(host.data, path))):
            for manifest in manifests(document.data):
                running = tuple(running_in(manifest.kind or "", manifest.data, manifest.path))
                yield LocatedManifest(file, host, document, span, manifest, running, _workload(manifest), within=path)


def _managed_texts(file: str, host: Document, managed: ManagedSettings) -> Iterator[LocatedManifest]:
    """Yield the text of a configuration that an object has for a managed scheduler, as its product takes it."""
    value = follow(host.data, managed.text_path)
    if isinstance(value, str):
        for document, span in documents_in(host, managed.text_path, value):
            its, nothing = managed.of_text(document.data), Manifest((), None, fields(document.data))
            yield LocatedManifest(file, host, document, span, nothing, (), None, within=managed.text_path, managed=its)


def _with_kustomized_image(
    running: RunningScheduler, kustomization: Kustomization, *, is_patch: bool
) -> RunningScheduler:
    if running.image is None:
        return running
    image = kustomization.image_of(running.image)
    if image != running.image:
        running = running._replace(kubernetes=image.release, patch_release=image.patch_release)
    return running._replace(image=image, is_partial=running.is_partial or is_patch)


def with_release_beside(running: RunningScheduler, texts: tuple[Text, ...]) -> RunningScheduler:
    """Return a scheduler with the release that another document of its product names, where its own names none.

    Args:
        running: The scheduler.
        texts: The texts of its folder.
    """
    product = running.product
    if running.kubernetes is not None or product is None or not product.versions_beside:
        return running
    named = {one.version.kubernetes: one.version for one in named_releases(texts, product.versions_beside)}
    if len(named) != 1:
        return running
    return with_release(running, *named.values())


@lru_cache(maxsize=4)
def has_manifests(stream: Stream) -> bool:
    """Return whether a text has a manifest that is to be validated: it is asked before and after its configurations.

    Raises:
        UnreadableInput: if there is more in its manifests than is validated.
    """
    # What is bound to the role of schedulers may be one.
    found, size = SCHEDULER_ROLE in stream.text, Size(len(stream.text))
    for manifest in manifests_in((Text("", stream),)):
        found = found or bool(manifest.running or manifest.workload or manifest.resources)
        found = found or bool(manifest.policy or manifest.autoscaler or manifest.managed)
        found = found or bool(manifest.karpenter or manifest.node_pool or manifest.needs or manifest.controller)
        found = found or bool(manifest.product_release and manifest.product_release.configurations)
        found = (
            found
            or bool(manifest.scrapes)
            or (manifest.service is not None and manifest.service.means_the_clusters_own)
        )
        for running in manifest.running:
            size.add_scheduler(_values(running))
    return found


def _values(running: RunningScheduler) -> int:
    """Count what rules look at, one after the other."""
    flags = sum(1 + (flag.value or "").count(",") for flag in running.command_line.flags)
    return flags + len(running.mounts) + len(running.volumes) + len(running.probes)


def _workload(manifest: Manifest) -> Workload | None:
    spec = pod_spec(manifest.kind or "", manifest.data, manifest.path)
    if spec is None:
        return changed_by_policy(manifest.kind or "", manifest.data, manifest.path)
    return Workload(spec.scheduler_name, (*spec.path, "schedulerName")) if spec.scheduler_name else None


def made_for(
    one: LocatedManifest, running: RunningScheduler, among: tuple[ConfigurationText, ...]
) -> ConfigurationText | None:
    """Return the configuration that a product makes of a manifest for its scheduler; None where that is not known."""
    place, owner = (one.file, render(running.container)), owner_of(one.manifest)
    return next((text for text in among if not text.file and (text.place, text.owner) == (place, owner)), None)


def is_mounted(running: RunningScheduler) -> bool:
    """Return whether the configuration comes from a volume: by its name alone it may be another program's."""
    flag = running.flag("config")
    mount = None if flag is None else running.mount_of(flag.value or "")
    return mount is not None and mount.volume is not None


def configurations(texts: tuple[Text, ...]) -> Iterator[ConfigurationText]:
    """Yield all configurations of some texts that a manifest may name; a text with too many of them has none."""
    namespaces = kustomization_of(texts).namespaces()
    for one in texts:
        # What is wrong with a neighbor is reported where the neighbor itself is validated.
        with suppress(UnreadableInput):
            yield from _configurations(one, namespaces.get(one.name))


def _configurations(one: Text, kustomized: str | None) -> Iterator[ConfigurationText]:
    first = one.stream.documents[0] if one.stream.documents else None
    is_whole = first is not None and (read_type_meta(first.data).is_configuration or is_policy(first.data))
    if first is not None and is_whole:
        yield ConfigurationText(
            one.name, "", "", one.stream, "", is_policy(first.data), (one.name, ""), content=one.stream.text
        )
    for document in one.stream.documents:
        for embedded in configurations_in(document):
            if embedded.file:
                place = (one.name, embedded.key or "")
                yield ConfigurationText(embedded.file, "", "", embedded.stream, place=place, owner=embedded.owner)
            elif embedded.excerpt is not None and isinstance(made := embedded.excerpt.arrangement, MadeConfiguration):
                stream, place = parse(yaml_writer.write(embedded.excerpt.data)), (one.name, embedded.key or "")
                yield ConfigurationText("", "", "", stream, place=place, owner=embedded.owner, idle=made.idle)
            elif embedded.key is not None and embedded.excerpt is None:
                stream = embedded.stream
                manifest = embedded.manifest
                is_config_map = manifest is not None and manifest.kind == "ConfigMap"
                metadata = at(manifest.data, "metadata") if manifest is not None and is_config_map else None
                name, namespace = text(at(metadata, "name")), kustomized or text(at(metadata, "namespace"))
                place, is_legacy = (one.name, embedded.key), embedded.is_policy
                content = text(at(manifest.data, "data", embedded.key)) if manifest is not None else ""
                yield ConfigurationText(
                    one.name, name, embedded.key, stream, namespace, is_legacy, place, embedded.owner, content
                )

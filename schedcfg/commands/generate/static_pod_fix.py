"""An existing manifest fixed for a configuration: by small edits, and none where it is right."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Protocol

from schedcfg import releases
from schedcfg.commands.generate.carried_flags import SilencedFlags, copy_remark, removed_remarks
from schedcfg.commands.generate.checks import MANIFESTS
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Generation, Maker
from schedcfg.commands.generate.static_pod import (
    CLUSTER_DNS,
    StaticPodOptions,
    config_file,
    own_files,
    problems,
    wanted_image,
)
from schedcfg.commands.generate.static_pod_corrections import (
    correct_flags,
    correct_probes,
    mount,
    mount_configuration,
    place_on_node,
)
from schedcfg.commands.generate.static_pod_existing import EditedManifest, ExistingPod, find_pod
from schedcfg.configuration.effective.needs import cluster_services
from schedcfg.document import Document, parse
from schedcfg.errors import EditConflict, UnknownTarget
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Problem, Verdict
from schedcfg.releases.kubeadm_layout import Version, layout, version_of
from schedcfg.rules import placing
from schedcfg.sources.manifests.pod import CHECKSUM_ANNOTATION, Image, at, text


class GenerateAround(Protocol):
    """Reads and validates a configuration, and makes files around it."""

    def __call__(self, maker: Maker[StaticPodOptions], *, otherwise: str | None = None) -> Generation:
        """Do so; `otherwise` is the release where none was requested."""


def fix_existing(manifest: str, path: str, name: str, options: StaticPodOptions, around: GenerateAround) -> Generation:
    """Make an existing manifest right for a configuration.

    Args:
        manifest: Its text.
        path: The name of its file in findings.
        name: The name of the file that is generated.
        options: What was requested; where no release was, the manifest's image determines it.
        around: Reads and validates the configuration.

    Returns:
        The manifest; none where the configuration is refused, or an edit is not safe.

    Raises:
        UnknownTarget: if the requested release is not known.
        WrongFeatureGates: if it does not start with the feature gates.
    """
    stream = parse(manifest)
    if stream.error is not None:
        return _stopped(path, Document.empty(manifest), placing.of_defect(stream.error, stream.text))
    pod = find_pod(stream, name)
    existing = pod.existing
    if existing is None:
        assert pod.problem is not None
        return _refused(path, pod.document, pod.problem)

    fixing = _Fixing(existing)
    try:
        generation = around(Maker(options, fixing.files, fixing.problems), otherwise=_release_of(existing, options))
    except EditConflict as conflict:
        return _refused(path, pod.document, _problem(conflict))
    return replace(generation, remarks=(*generation.remarks, *fixing.remarks))


class _Fixing:
    """A manifest that is fixed for a configuration."""

    def __init__(self, existing: ExistingPod) -> None:
        self._existing = existing
        self.remarks: list[str] = []

    def files(self, config: AcceptedConfig, options: StaticPodOptions) -> Iterable[GeneratedFile]:
        """Make the manifest and, where that is requested, a configuration that says what its flags said."""
        flags, existing = self._flags(config), self._existing
        if options.carry_flags and (unsaid := flags.unsaid()):
            config = flags.carried()
            yield GeneratedFile(config.name, config.text)
            self.remarks.append(copy_remark(config.name, unsaid))
        fixed = fixed_manifest(config, options, existing)
        yield fixed
        self.remarks.extend(_removed_flags(existing, fixed))
        place = config_place_on_node(config, options, existing)
        self.remarks.append(f"copy {config.name} to {place} on each control plane node")

    def problems(self, config: AcceptedConfig, options: StaticPodOptions) -> Iterable[Problem]:
        """Yield what keeps the scheduler from working that way, and what to know about it."""
        if options.carry_flags:
            config = self._flags(config).carried()
        yield from self._flags(config).problems()
        existing = self._existing
        places = (place(config, options, existing) for place in (config_place_in_container, config_place_on_node))
        yield from problems(config, image_of(config, options, existing), places)

    def _flags(self, config: AcceptedConfig) -> SilencedFlags:
        """Return the flags that the manifest's scheduler ran with, by its own release where the image has one."""
        running = self._existing.running
        return SilencedFlags.of(running.command_line, running.kubernetes, config)


def _removed_flags(existing: ExistingPod, fixed: GeneratedFile) -> Iterator[str]:
    """Yield which flags the fixed manifest no longer has."""
    pod = find_pod(parse(fixed.text), fixed.path).existing
    remaining = {flag.name for flag in pod.running.command_line.flags} if pod is not None else set()
    removed = [flag for flag in existing.running.command_line.flags if flag.name not in remaining]
    yield from removed_remarks(flag.shown for flag in removed)


def _release_of(existing: ExistingPod, options: StaticPodOptions) -> str | None:
    """Return the release, by the manifest's image.

    Raises:
        EditConflict: where a release was not requested, and the image is of one that is not known.
    """
    its = existing.running.image
    if options.kubernetes or its is None or its.release is None:
        return None
    try:
        releases.at(its.release)
    except UnknownTarget as unknown:
        raise EditConflict(
            str(unknown), "Choose the release with --kubernetes.", (*existing.running.container, "image"), 0, 0
        ) from None
    return its.patch_release or its.release


_OWN_DNS = frozenset({CLUSTER_DNS, "None"})
"""`None`: only `dnsConfig` is used."""


def fixed_manifest(config: AcceptedConfig, options: StaticPodOptions, existing: ExistingPod) -> GeneratedFile:
    """Make an existing manifest right for a configuration; what is right stays byte for byte.

    Raises:
        EditConflict: where its text cannot be changed safely.
    """
    options = _with_its_path(options, existing)
    manifest = EditedManifest(existing, image_of(config, options, existing))
    correct_flags(manifest, config, options)
    mount_configuration(manifest, config_file(config, options))
    for file in own_files(config):
        mount(manifest, file)
    correct_probes(manifest, config)
    spec = manifest.running.spec
    if any(cluster_services(config.configuration)) and spec.host_network and spec.dns_policy not in _OWN_DNS:
        manifest.put((*spec.path, "dnsPolicy"), CLUSTER_DNS)
    manifest.put_image()
    manifest.put(("metadata", "annotations", CHECKSUM_ANNOTATION), config.checksum)
    return GeneratedFile(existing.name, manifest.draft.text)


def image_of(config: AcceptedConfig, options: StaticPodOptions, existing: ExistingPod) -> str:
    """Choose the image: the one that was requested, else the manifest's, of the release.

    Raises:
        EditConflict: where it is of another release, and its name does not show that of this release.
    """
    its = existing.running.image
    if options.image or its is None or not its.name:
        return wanted_image(config, options)
    if its.release in {None, config.release.name}:
        return its.name
    if its.tag.removeprefix("v").startswith("0."):
        raise EditConflict(
            f"`{its.name}` is built from Kubernetes {its.release}, but {config.release.name} is requested",
            "Set the image that is built from it with --image, or omit --kubernetes.",
            (*existing.running.container, "image"),
            0,
            0,
        )
    return retagged(its, version_of(config.release, None))


_OLD_REGISTRIES = frozenset({"gcr.io/google-containers", "gcr.io/google_containers", "k8s.gcr.io"})
"""Kubernetes' own registries that get no new images."""


def retagged(its: Image, version: Version) -> str:
    """Return the image of another version, by the same name; what left an old registry is in the new one."""
    root, _, name = its.repository.rpartition("/")
    if root in _OLD_REGISTRIES:
        root = layout(version).registry
    repository = f"{root}/{name}" if root else name
    return f"{repository}:{version}" if its.tag.startswith("v") else f"{repository}:{str(version).removeprefix('v')}"


def config_place_in_container(config: AcceptedConfig, options: StaticPodOptions, existing: ExistingPod) -> str:
    """Return where the fixed manifest has the scheduler look for the configuration."""
    return _with_its_path(options, existing).path_of(config)


def config_place_on_node(config: AcceptedConfig, options: StaticPodOptions, existing: ExistingPod) -> str:
    """Return where on the nodes the fixed manifest looks for the configuration."""
    path = config_place_in_container(config, options, existing)
    return place_on_node(existing.running.mount_of(path), path)


def _with_its_path(options: StaticPodOptions, existing: ExistingPod) -> StaticPodOptions:
    """Leave the configuration where the manifest has it, unless another place was requested."""
    flag = existing.running.flag("config")
    path = PurePosixPath((flag and flag.is_known and flag.value) or "")
    is_usable = path.is_absolute() and str(path.parent) != MANIFESTS
    return options._replace(config_path=str(path)) if not options.config_path and is_usable else options


def _problem(conflict: EditConflict) -> Problem:
    return Problem("not-editable", conflict.path, str(conflict), conflict.help, finding_class=FindingClass.ADVISED)


def _refused(path: str, document: Document, problem: Problem) -> Generation:
    return _stopped(path, document, *placing.placed_findings([problem], document))


def _stopped(path: str, document: Document, *findings: Finding) -> Generation:
    report = DocumentReport(
        number=document.index,
        line=document.line,
        api_version=text(at(document.data, "apiVersion")),
        kind=text(at(document.data, "kind")),
        kubernetes=None,
        verdict=Verdict.REFUSED,
        findings=findings,
    )
    return Generation((), existing=FileReport(path, Verdict.REFUSED, (report,), text=document.text))

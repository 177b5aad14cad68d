"""kubeadm's configuration for a scheduler with a configuration: its ClusterConfiguration and its patches."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.commands.generate import objects
from schedcfg.commands.generate.carried_flags import SilencedFlags, copy_remark, removed_remarks
from schedcfg.commands.generate.checks import (
    election_flags,
    missing_kubeconfig,
    missing_plugins,
    obstacle,
    place_of,
    relative_files,
    taken_place,
    unserved_default,
)
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Maker
from schedcfg.commands.generate.objects import Data, KubernetesObject
from schedcfg.configuration.effective.needs import certificates, cluster_services
from schedcfg.document import parse
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict, UnknownTarget
from schedcfg.findings import Problem
from schedcfg.releases.behavior import KubeadmPatches
from schedcfg.releases.kubeadm_layout import KUBECONFIG, Version, version_of
from schedcfg.releases.release import Release
from schedcfg.sources.manifests import kubeadm
from schedcfg.sources.manifests.command_line import CommandLine
from schedcfg.sources.manifests.kubeadm import API_VERSIONS, KubeadmApiVersion, KubeadmScheduler
from schedcfg.sources.manifests.pod import CHECKSUM_ANNOTATION, fields, items
from schedcfg.sources.manifests.running import CLUSTERS_OWN


class KubeadmOptions(NamedTuple):
    """What a user may choose."""

    api_version: str | None = None  # That of kubeadm's configuration; None: the newest that the release's kubeadm reads
    # Where the configuration is on control plane nodes; None: in `/etc/kubernetes`, under its name
    config_path: str | None = None
    image: str | None = None  # The scheduler's image; None: the one that kubeadm chooses
    # The scheduler's part of the ClusterConfiguration that is there; None where it is not known
    existing: KubeadmScheduler | None = None
    carry_flags: bool = False


class FileMount(NamedTuple):
    """A file of the node that the scheduler reads."""

    name: str
    file: str


def config_path(config: AcceptedConfig, options: KubeadmOptions) -> str:
    """Return where the configuration is on control plane nodes."""
    return place_of(config, options.config_path)


def mounts(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[FileMount]:
    """Yield the files that kubeadm does not mount by itself, each once."""
    yield FileMount("scheduler-config", config_path(config, options))
    kubeconfig = config.configuration.client_connection.kubeconfig
    if kubeconfig != KUBECONFIG:
        yield FileMount("client-kubeconfig", kubeconfig)
    files = dict.fromkeys(certificate.name for certificate in certificates(config.configuration))
    for number, file in enumerate(files):
        yield FileMount(f"extender-file-{number}", file)


def arguments(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[tuple[str, str]]:
    """Yield the flags that kubeadm does not pass by itself, or passes otherwise, with their values, sorted."""
    yield "config", config_path(config, options)
    if gates := objects.feature_gates_flag(config.release):
        yield "feature-gates", gates
    yield from election_flags(config).items()


_HOW_TO_PATCH: Mapping[KubeadmPatches, str] = {
    "flag": "`--experimental-patches` of `kubeadm init`, `join` and `upgrade`",
    "field": "`patches.directory` of InitConfiguration and JoinConfiguration, and `kubeadm upgrade … --patches`",
    "every configuration": "`patches.directory` of InitConfiguration and JoinConfiguration, and in "
    "UpgradeConfiguration that of `apply` and `node`",
}


def api_version_of(release: Release, requested: str | None) -> KubeadmApiVersion:
    """Choose the API version.

    Args:
        release: The release of kubeadm.
        requested: Its short or full name; None: the newest that the release reads.

    Raises:
        UnknownTarget: if there is none of this name, or this release's kubeadm does not read it.
    """
    read = [api_version for api_version in API_VERSIONS if api_version.is_read_by(release)]
    if requested is None:
        return read[-1]
    for version in read:
        if version.version == requested.removeprefix("kubeadm.k8s.io/"):
            return version
    names = ", ".join(version.version for version in read)
    raise UnknownTarget(f"kubeadm {release.name} does not read its API version {requested}", f"It reads: {names}.")


def takes_patches(release: Release) -> bool:
    """Check whether the kubeadm of a release patches what it writes."""
    return release.kubeadm_patches != "none"


def how_to_patch(release: Release) -> str:
    """Return how a folder of patches is named to the kubeadm of a release that takes any."""
    return _HOW_TO_PATCH[release.kubeadm_patches]


def find_scheduler(text: str) -> KubeadmScheduler | None:
    """Find the scheduler's part of a ClusterConfiguration; None where a text has none."""
    schedulers = (kubeadm.scheduler(fields(document.data), ()) for document in parse(text).documents)
    return next((scheduler for scheduler in schedulers if scheduler is not None), None)


def flags_of(config: AcceptedConfig, options: KubeadmOptions) -> SilencedFlags | None:
    """Return the flags of the existing scheduler, by its own release where that is written; None where it is new."""
    scheduler = options.existing
    if scheduler is None:
        return None
    return SilencedFlags.of(CommandLine(CLUSTERS_OWN, scheduler.flags), scheduler.kubernetes, config)


def run_config(config: AcceptedConfig, options: KubeadmOptions) -> AcceptedConfig:
    """Return the configuration that is to run: with the values of flags, if that was requested.

    Raises:
        EditConflict: where that cannot be written.
    """
    flags = flags_of(config, options)
    return flags.carried() if flags is not None and options.carry_flags else config


def flag_problems(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[Problem]:
    """Yield what flags of the existing scheduler say, and would be lost."""
    flags = flags_of(config, options)
    if flags is None:
        return
    try:
        flags = flags_of(run_config(config, options), options)
    except EditConflict as conflict:
        yield obstacle("lost-flag", conflict.path, str(conflict), conflict.help or "")
    else:
        assert flags is not None
        yield from flags.problems()


def kept_args(config: AcceptedConfig, options: KubeadmOptions) -> dict[str, str]:
    """Map the `extraArgs` that stay to their values."""
    flags = flags_of(config, options)
    if flags is None or options.existing is None:
        return {}
    return {flag.name: flag.value or "" for flag in options.existing.flags if flags.stays(flag)}


def kept_volumes(options: KubeadmOptions, mounted: set[str]) -> list[Data]:
    """List the `extraVolumes` that stay: those of other files than are mounted anyway."""
    if options.existing is None:
        return []
    written = items(options.existing.data.get("extraVolumes"), ())
    return [dict(volume) for volume, _ in written if volume.get("mountPath") not in mounted]


def flag_remarks(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[str]:
    """Yield what became of the existing scheduler's flags, a sentence each."""
    flags = flags_of(config, options)
    if flags is None or options.existing is None:
        return
    if options.carry_flags and (unsaid := flags.unsaid()):
        yield copy_remark(config.name, unsaid)
    yield from removed_remarks(f"{flag.name}: {flag.value}" for flag in options.existing.flags if not flags.stays(flag))


_ARGS: Path = ("scheduler", "extraArgs")


def files(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[GeneratedFile]:
    """Make the files.

    Raises:
        UnknownTarget: if the release's kubeadm does not read the API version.
    """
    running = run_config(config, options)
    if running != config:
        yield GeneratedFile(running.name, running.text)
    config = running
    yield GeneratedFile("kubeadm-config.yaml", _cluster_configuration(config, options).write())
    if takes_patches(config.release):
        # cmd/kubeadm/app/util/patches/patches.go: target, suffix for the order, patch type.
        yield GeneratedFile("patches/kube-scheduler0+strategic.yaml", _patch(config, options).write())


def _cluster_configuration(config: AcceptedConfig, options: KubeadmOptions) -> KubernetesObject:
    api = api_version_of(config.release, options.api_version)
    args = kept_args(config, options) | dict(arguments(config, options))
    args = dict(sorted(args.items()))
    volumes: list[Data] = [
        {"name": name, "hostPath": file, "mountPath": file, "readOnly": True, "pathType": "File"}
        for name, file in mounts(config, options)
    ]
    volumes = [*kept_volumes(options, {str(volume["mountPath"]) for volume in volumes}), *volumes]
    comments: dict[Path, str] = {
        (): "The scheduler section: merge it into your own ClusterConfiguration.",
        ("scheduler", "extraVolumes"): f"By default, kubeadm only mounts {KUBECONFIG}.",
    }
    named = _named_version(config, options)
    if named is None:
        comments["kubernetesVersion",] = "Write your patch release."
    if "leader-elect" in args:
        step = list(args).index("leader-elect") if api.lists_args else "leader-elect"
        comments[*_ARGS, step] = "kubeadm passes `true`, which would override the configuration."
    return KubernetesObject(
        {
            "apiVersion": f"kubeadm.k8s.io/{api.version}",
            "kind": "ClusterConfiguration",
            "kubernetesVersion": str(named or version_of(config.release, None)),
            "scheduler": {"extraArgs": _extra_args(args, api), "extraVolumes": volumes},
        },
        comments,
    )


def _named_version(config: AcceptedConfig, options: KubeadmOptions) -> Version | None:
    """Return the patch release that was requested, else that of the existing file; None where neither names one."""
    if config.release.patch is not None:
        return version_of(config.release, None)
    written = None if options.existing is None else options.existing.patch_release
    is_of_release = written is not None and written.startswith(f"{config.release.name}.")
    return version_of(config.release, written) if is_of_release else None


def _extra_args(args: dict[str, str], api: KubeadmApiVersion) -> object:
    if api.lists_args:
        return [{"name": name, "value": value} for name, value in args.items()]
    return args


def _patch(config: AcceptedConfig, options: KubeadmOptions) -> KubernetesObject:
    """Make the patch: it names no command, as a patch replaces the whole list, with all flags that kubeadm knows."""
    spec: Data = {}
    comments: dict[Path, str] = {
        ("metadata", "annotations", CHECKSUM_ANNOTATION): "Makes the kubelet restart the Pod when it changes."
    }
    services = dict.fromkeys(f"`{address.host}`" for address in cluster_services(config.configuration))
    if services:
        spec["dnsPolicy"] = "ClusterFirstWithHostNet"
        comments["spec", "dnsPolicy"] = (
            f"In the host's network, so that the cluster's DNS is used: {', '.join(services)}."
        )
    if options.image:
        spec["containers"] = [{"name": "kube-scheduler", "image": options.image}]
    patch: Data = {"metadata": {"annotations": {CHECKSUM_ANNOTATION: config.checksum}}}
    return KubernetesObject(patch | ({"spec": spec} if spec else {}), comments)


_STATIC_POD = "`schedcfg generate static-pod` writes the complete manifest"


def problems(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[Problem]:
    """Yield what would keep it from working, as errors.

    Raises:
        UnknownTarget: if the release's kubeadm does not read the API version that is requested.
    """
    api_version_of(config.release, options.api_version)
    yield from taken_place(config, config_path(config, options), KUBECONFIG)
    yield from flag_problems(config, options)
    yield from unserved_default(config)
    yield from missing_kubeconfig(config, KUBECONFIG)
    yield from relative_files(config)
    yield from missing_plugins(config, options.image)
    if not takes_patches(config.release):
        yield from _unpatched(config, options)


def _unpatched(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[Problem]:
    if options.image:
        yield obstacle(
            "image-without-patch",
            (),
            f"kubeadm {config.release.name} cannot use another image for the scheduler",
            f"{_STATIC_POD}.",
        )
    for address in cluster_services(config.configuration):
        yield obstacle(
            "host-network-dns",
            address.path,
            f"only the cluster's DNS knows `{address.host}`, and a Pod in the host's network does not use it without "
            f"a dnsPolicy, which kubeadm {config.release.name} cannot set",
            f"Write an IP address, or do not use kubeadm: {_STATIC_POD}.",
        )


def remarks(config: AcceptedConfig, options: KubeadmOptions) -> Iterator[str]:
    """Yield what to know, a sentence or two each."""
    yield from flag_remarks(config, options)
    files = ", ".join(f"`{mount.file}`" for mount in mounts(config, options))
    yield f"before kubeadm runs, every control plane node needs: {files}"
    if takes_patches(config.release):
        yield f"it also needs the folder `patches`, named in {how_to_patch(config.release)}"
    else:
        yield (
            f"kubeadm {config.release.name} has no such patches, so the Pod does not change with the configuration: "
            "to restart it, move its manifest out of /etc/kubernetes/manifests and back"
        )
    yield (
        "kubeadm only writes the Pod at init, join and upgrade: after a change, run `kubeadm init phase "
        "control-plane scheduler` with your configuration on each of these nodes"
    )
    yield (f"kubeadm always passes `--kubeconfig={KUBECONFIG}`; with `--config`, it has no effect and does no harm")
    if election_flags(config):
        yield "leader election is off, as in the configuration: with several control plane nodes, all schedule"


def maker(options: KubeadmOptions) -> Maker[KubeadmOptions]:
    """Return what makes kubeadm's configuration and its patches."""
    return Maker(options, files, problems, remarks)

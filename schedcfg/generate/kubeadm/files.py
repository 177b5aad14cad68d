"""The files for kubeadm, what keeps them from working, and what to know about them."""

from collections.abc import Iterator

from schedcfg.configuration.effective.running_plugins import cluster_services
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.generate import target as objects
from schedcfg.generate.checks import (
    missing_kubeconfig,
    missing_plugins,
    obstacle,
    relative_files,
    taken_place,
    unserved_default,
)
from schedcfg.generate.generation import CHECKSUM_ANNOTATION, AcceptedConfig, GeneratedFile
from schedcfg.generate.kubeadm.existing import flag_problems, flag_remarks, kept_args, kept_volumes, run_config
from schedcfg.generate.kubeadm.plan import (
    KubeadmOptions,
    api_version_of,
    arguments,
    config_path,
    how_to_patch,
    mounts,
    overrides_election,
    takes_patches,
)
from schedcfg.generate.target import Data, KubernetesObject
from schedcfg.sources.manifests.kubeadm import KUBECONFIG, KubeadmApiVersion

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
        ("kubernetesVersion",): "Write your patch release.",
        ("scheduler", "extraVolumes"): f"By default, kubeadm only mounts {KUBECONFIG}.",
    }
    if "leader-elect" in args:
        step = list(args).index("leader-elect") if api.lists_args else "leader-elect"
        comments[*_ARGS, step] = "kubeadm passes `true`, which would override the configuration."
    return KubernetesObject(
        {
            "apiVersion": f"kubeadm.k8s.io/{api.version}",
            "kind": "ClusterConfiguration",
            "kubernetesVersion": objects.patch_release(config.release),
            "scheduler": {"extraArgs": _extra_args(args, api), "extraVolumes": volumes},
        },
        comments,
    )


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
    if overrides_election(config):
        yield "leader election is off, as in the configuration: with several control plane nodes, all schedule"

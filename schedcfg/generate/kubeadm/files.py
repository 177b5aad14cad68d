"""The files: a ClusterConfiguration and, for what its fields cannot say, a patch of the static Pod."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.needs import cluster_services
from schedcfg.generate import stock
from schedcfg.generate.given import CHECKSUM_ANNOTATION, Given
from schedcfg.generate.kubeadm.dialect import Dialect, dialect, takes_patches
from schedcfg.generate.kubeadm.plan import Wishes, arguments, mounts
from schedcfg.generate.objects import Data, Object
from schedcfg.generate.results import GeneratedFile
from schedcfg.manifests.kubeadm import KUBECONFIG

_ARGS: Path = ("scheduler", "extraArgs")


def files(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the files.

    Raises:
        UnknownTarget: if the release's kubeadm does not read the API version.
    """
    yield GeneratedFile("kubeadm-config.yaml", _cluster_configuration(given, wishes).write())
    if takes_patches(given.release):
        # cmd/kubeadm/app/util/patches/patches.go: target, suffix for the order, patch type.
        yield GeneratedFile("patches/kube-scheduler0+strategic.yaml", _patch(given, wishes).write())


def _cluster_configuration(given: Given, wishes: Wishes) -> Object:
    spoken = dialect(given.release, wishes.api_version)
    args = dict(arguments(given, wishes))
    volumes: list[Data] = [
        {"hostPath": file, "mountPath": file, "name": name, "pathType": "File", "readOnly": True}
        for name, file in mounts(given, wishes)
    ]
    comments: dict[Path, str] = {
        (): "The part about the scheduler: merge it into your own ClusterConfiguration.",
        ("kubernetesVersion",): "Write your patch release.",
        ("scheduler", "extraVolumes"): f"By itself, kubeadm mounts {KUBECONFIG} only.",
    }
    if "leader-elect" in args:
        step = list(args).index("leader-elect") if spoken.lists_args else "leader-elect"
        comments[*_ARGS, step] = "kubeadm passes `true`, which would overrule the configuration."
    return Object(
        {
            "apiVersion": f"kubeadm.k8s.io/{spoken.version}",
            "kind": "ClusterConfiguration",
            "kubernetesVersion": stock.patch_release(given.release),
            "scheduler": {"extraArgs": _extra_args(args, spoken), "extraVolumes": volumes},
        },
        comments,
    )


def _extra_args(args: dict[str, str], spoken: Dialect) -> object:
    if spoken.lists_args:
        return [{"name": name, "value": value} for name, value in args.items()]
    return args


def _patch(given: Given, wishes: Wishes) -> Object:
    """Make the patch: it names no command, as a patch replaces the whole list, with all flags that kubeadm knows."""
    spec: Data = {}
    comments: dict[Path, str] = {
        ("metadata", "annotations", CHECKSUM_ANNOTATION): "Has the kubelet start the Pod anew when it changes."
    }
    services = dict.fromkeys(f"`{address.host}`" for address in cluster_services(given.configuration))
    if services:
        spec["dnsPolicy"] = "ClusterFirstWithHostNet"
        comments["spec", "dnsPolicy"] = f"On the host's network, so that cluster DNS is asked: {', '.join(services)}."
    if wishes.image:
        spec["containers"] = [{"image": wishes.image, "name": "kube-scheduler"}]
    patch: Data = {"metadata": {"annotations": {CHECKSUM_ANNOTATION: given.checksum}}}
    return Object(patch | ({"spec": spec} if spec else {}), comments)

"""kind: a cluster with gates for all components, and patches of the kubeadm configuration that it makes.

Sources, in github.com/kubernetes-sigs/kind: pkg/apis/config/v1alpha4/types.go; pkg/cluster/internal/kubeadm/config.go,
which gives all components its feature gates, and has the version of kubeadm's API: v1beta2 before 1.23, v1beta3 before
1.36; in both `extraArgs` is a mapping.
"""

from collections.abc import Iterator

from schedcfg.document import yaml_writer
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.sources.manifests.flags_in_data import flags_in_fields
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument
from schedcfg.sources.products.target import CONFIG_FILE, ConfigurationToRun, Target

_GROUP, _KIND = "kind.x-k8s.io/", "Cluster"
_PATCHES = "kubeadmConfigPatches"
_ON_NODE = f"/etc/kubernetes/{CONFIG_FILE}"


def _files(config: ConfigurationToRun) -> dict[str, str]:
    """Return the cluster, whose node has the configuration beside it."""
    mount = {"hostPath": f"./{CONFIG_FILE}", "containerPath": _ON_NODE, "readOnly": True}
    cluster = {
        "apiVersion": f"{_GROUP}v1alpha4",
        "kind": _KIND,
        _PATCHES: [yaml_writer.write(_patch(config))],
        "nodes": [{"role": "control-plane", "extraMounts": [mount]}],
    }
    return {CONFIG_FILE: config.text, "kind.yaml": yaml_writer.write(cluster)}


def _patch(config: ConfigurationToRun) -> dict[str, object]:
    """Return the merge patch. It names no `apiVersion`: kind would skip one that is not its own, without a word."""
    volume = {
        "name": "scheduler-config",
        "hostPath": _ON_NODE,
        "mountPath": _ON_NODE,
        "readOnly": True,
        "pathType": "File",
    }
    flags = {"config": _ON_NODE, **config.election_flags}
    return {"kind": "ClusterConfiguration", "scheduler": {"extraArgs": flags, "extraVolumes": [volume]}}


def _remarks(config: ConfigurationToRun) -> Iterator[str]:
    yield (
        "Run `kind create cluster --config kind.yaml` in the folder of the files; choose the release with `--image "
        f"kindest/node:v1.{config.release.number}.…`, see kind's release notes."
    )


PRODUCT = Product(
    "kind",
    Marks(settings=(_GROUP, _PATCHES), names=()),
    documents=(
        ProductDocument(
            _GROUP,
            (_KIND,),
            flags=(FlagPlace(("featureGates",), flags_in_fields({(): "feature-gates"})),),
            versions=(("nodes", 0, "image"),),
        ),
    ),
    targets={
        "kind": Target(
            summary="Write a kind cluster whose kube-scheduler runs a configuration.",
            files=_files,
            remarks=("Add the same `extraMounts` to every other control-plane node.",),
            remarks_on=_remarks,
            kubeconfig=KUBECONFIG,
            unmounted_by="kind",
            has_node_dns=True,
        )
    },
)

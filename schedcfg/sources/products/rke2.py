"""RKE2, which runs the scheduler as a static Pod; the keys that it shares with k3s are in `k3s`.

Sources: docs.rke2.io, "Server Configuration Reference" and "Configuration Options" (`config.yaml.d`, the `+` that
appends); in github.com/rancher/rke2 pkg/podtemplate/podtemplate.go: `ReadFiles` mounts each file that an argument
names, so that an extra mount of the configuration would be a second one at its place, and the Pod not valid. Cluster
API: `RKE2ServerConfig` in controlplane/api of github.com/rancher/cluster-api-provider-rke2.
"""

from schedcfg.document.span import Path
from schedcfg.sources.manifests.flags_in_data import flags_in_pairs
from schedcfg.sources.products import cluster_api
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument
from schedcfg.sources.products.target import CONFIG_FILE, ConfigurationToRun, DeploymentTarget, ImageOption, MadeFiles

_KUBECONFIG = "/var/lib/rancher/rke2/server/cred/scheduler.kubeconfig"
"""Below the default `--data-dir`."""
_FOLDER = "etc/rancher/rke2"
_CONFIG = f"{_FOLDER}/{CONFIG_FILE}"


def _control_plane(kind: str, spec: Path) -> ProductDocument:
    return ProductDocument(
        cluster_api.CONTROL_PLANES,
        (kind,),
        flags=(FlagPlace((*spec, "serverConfig", "kubeScheduler", "extraArgs"), flags_in_pairs),),
        versions=((*spec, "version"),),
    )


def _files(config: ConfigurationToRun) -> MadeFiles:
    """Return the files as they lie on a server, below `/`."""
    settings: dict[str, object] = {"kube-scheduler-arg+": [f"config=/{_CONFIG}"]}
    if mounts := [f"{file}:{file}:ro" for file in config.mounted_files]:
        settings["kube-scheduler-extra-mount+"] = mounts
    if config.image:
        settings["kube-scheduler-image"] = config.image
    return {_CONFIG: config.text, f"{_FOLDER}/config.yaml.d/kube-scheduler.yaml": settings}


PRODUCT = Product(
    "RKE2",
    Marks(flags=("kubeScheduler",)),
    documents=(
        _control_plane("RKE2ControlPlane", ("spec",)),
        _control_plane("RKE2ControlPlaneTemplate", ("spec", "template", "spec")),
    ),
    kubeconfig=_KUBECONFIG,
    listens_on_loopback=True,
    targets={
        "rke2": DeploymentTarget(
            summary="Write the files that configure kube-scheduler in RKE2.",
            files=_files,
            remarks=(
                "Copy the files to `/` of every server and restart `rke2-server`, which rewrites the static Pod.",
            ),
            image=ImageOption.OPTIONAL,
            kubeconfig=_KUBECONFIG,
            has_node_dns=True,
        )
    },
)

"""k3s, whose server process has the scheduler in it; RKE2 reads the same keys and options.

Sources: docs.k3s.io and docs.rke2.io, "Configuration Options" (`config.yaml.d`, the `+` that appends); in
github.com/k3s-io/k3s `ExtraSchedulerArgs` in pkg/cli/cmds/server.go, `stripInvalidFlags` in
pkg/configfilearg/parser.go, `FillRuntimeCerts` in pkg/daemons/control/deps/deps.go for the kubeconfig. Cluster API:
`KThreesServerConfig` in bootstrap/api of github.com/k3s-io/cluster-api-k3s. Rancher has the keys in
`machineGlobalConfig`, the playbooks of k3s-ansible the release in a variable.
"""

from schedcfg.sources.manifests.flags_in_data import flags_in_pairs
from schedcfg.sources.products.product import FlagKeys, FlagOption, Marks, OtherFile, Product, ProductDocument
from schedcfg.sources.products.target import CONFIG_FILE, ConfigurationToRun, DeploymentTarget, MadeFiles

OPTION = "--kube-scheduler-arg"
KUBECONFIG = "/var/lib/rancher/k3s/server/cred/scheduler.kubeconfig"
"""Below the default `--data-dir`."""
_FOLDER = "etc/rancher/k3s"
_CONFIG = f"{_FOLDER}/{CONFIG_FILE}"
_MISSPELLED = "kube-scheduler-args"


def _other_file(data: object) -> OtherFile | None:
    if not isinstance(data, dict) or _MISSPELLED not in data:
        return None
    return OtherFile(
        f"a file of k3s or RKE2, which skip `{_MISSPELLED}`",
        "Write `kube-scheduler-arg`, and validate the file again.",
        (_MISSPELLED,),
    )


def _files(config: ConfigurationToRun) -> MadeFiles:
    """Return the files as they lie on a server, below `/`."""
    settings = {"kube-scheduler-arg+": [f"config=/{_CONFIG}"]}
    return {_CONFIG: config.text, f"{_FOLDER}/config.yaml.d/kube-scheduler.yaml": settings}


_ONE_PROCESS = (
    "The scheduler is part of the k3s process, so the server stops with it: validate the configuration against the "
    "server's release before each upgrade."
)

PRODUCT = Product(
    "k3s or RKE2",
    Marks(flags=("kube-scheduler-arg", "kubeSchedulerArgs")),
    documents=(ProductDocument(versions=(("k3s_version",), ("rke2_version",))),),
    flag_keys=FlagKeys(
        ("kube-scheduler-arg", "kube-scheduler-arg+", "kubeSchedulerArgs"), flags_in_pairs, ("kube-scheduler-image",)
    ),
    # The variables are those of the scripts at get.k3s.io and get.rke2.io, the last option is k3sup's.
    options=(FlagOption(OPTION, versions=("INSTALL_K3S_VERSION", "INSTALL_RKE2_VERSION", "--k3s-version")),),
    other_file=_other_file,
    kubeconfig="/var/lib/rancher/<k3s or rke2>/server/cred/scheduler.kubeconfig",
    listens_on_loopback=True,
    targets={
        "k3s": DeploymentTarget(
            summary="Write the files that configure kube-scheduler in k3s.",
            files=_files,
            remarks=("Copy the files to `/` of every server and restart `k3s`.", _ONE_PROCESS),
            called="k3s",
            kubeconfig=KUBECONFIG,
            has_node_dns=True,
        )
    },
)

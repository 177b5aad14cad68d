"""minikube: flags by an option, and files that it copies to its node, where kubeadm leaves the scheduler's Pod to them.

minikube has no option that mounts anything into the scheduler's Pod: `--extra-config=scheduler.config=…` sets the flag,
and the file that it names is not there. So the Pod is one of ours.

Sources, in github.com/kubernetes/minikube: `ExtraOptionSlice` in pkg/minikube/config/extra_options.go and
`NewComponentExtraArgs` in pkg/minikube/bootstrapper/bsutil (what is for `scheduler` becomes `extraArgs` of kubeadm);
pkg/minikube/bootstrapper/bsutil/ktmpl for what kubeadm gets, `KubeadmExtraArgsAllowed` in
pkg/minikube/bootstrapper/bsutil/extraconfig.go (`skip-phases` since 1.8), `init` and `restartPrimaryControlPlane` in
pkg/minikube/bootstrapper/kubeadm/kubeadm.go, pkg/minikube/machine/filesync.go. In a workflow, the action
medyagh/setup-minikube gives it `extra-config`.
"""

from collections.abc import Iterator

from schedcfg.patterns import pattern
from schedcfg.releases.kubeadm_layout import KUBECONFIG, version_of
from schedcfg.sources.products.product import FlagOption, Marks, Product
from schedcfg.sources.products.target import CONFIG_FILE, ConfigurationToRun, DeploymentTarget, ImageOption, MadeFiles

_KEY, _VERSION = "extra-config", "kubernetes-version"
_CONFIG = f"etc/kubernetes/{CONFIG_FILE}"
_POD = "etc/kubernetes/manifests/kube-scheduler.yaml"
_SYNCED = "~/.minikube/files"
"""Copied to `/` of each node, at each start, before Kubernetes is started; below `$MINIKUBE_HOME` where that is set."""


def _files(config: ConfigurationToRun) -> MadeFiles:
    """Return the files as they lie on the node, below `/`."""
    return {_CONFIG: config.text, _POD: config.static_pod(f"/{_CONFIG}")}


def _remarks(config: ConfigurationToRun) -> Iterator[str]:
    yield (
        f"Write the files with `--write-to {_SYNCED}` (`$MINIKUBE_HOME/files` if that is set), and create a new "
        f"cluster: `minikube start --kubernetes-version={version_of(config.release, None)} "
        "--extra-config=kubeadm.skip-phases=control-plane/scheduler`."
    )
    yield (
        "With a driver that runs a virtual machine, or if its options change, a later `minikube start` overwrites "
        f"this Pod with its own. Then run `minikube cp {_SYNCED}/{_POD} /{_POD}`; `kubectl get pod -n kube-system -l "
        "component=kube-scheduler -o yaml` shows whether `--config` is set."
    )
    yield f"minikube copies {_SYNCED} to the clusters of all profiles: remove the files when you no longer need them."
    for file in config.mounted_files:
        yield f"Also copy `{file}` there, as `{_SYNCED}{file}`: the Pod does not start without it."


PRODUCT = Product(
    "minikube",
    Marks(flags=(_KEY,), names=(pattern(r"--extra-config[= ]scheduler\."),)),
    options=(FlagOption(f"--{_KEY}", prefix="scheduler.", versions=(f"--{_VERSION}",), keys=(_KEY, _VERSION)),),
    mounts_nothing=True,
    targets={
        "minikube": DeploymentTarget(
            summary="Write the files that configure kube-scheduler in minikube.",
            files=_files,
            remarks_on=_remarks,
            image=ImageOption.OPTIONAL,
            kubeconfig=KUBECONFIG,
            needs_absolute_files=True,
        )
    },
)

"""minikube: files that it copies to its node, and a start at which kubeadm leaves the scheduler's Pod to them.

minikube has no option that mounts anything into the scheduler's Pod: `--extra-config=scheduler.config=…` sets the flag,
and the file that it names is not there. So the Pod is one of ours.

Sources, in github.com/kubernetes/minikube: pkg/minikube/bootstrapper/bsutil/ktmpl for what kubeadm gets,
`KubeadmExtraArgsAllowed` in pkg/minikube/bootstrapper/bsutil/extraconfig.go (`skip-phases` since 1.8), `init` and
`restartPrimaryControlPlane` in pkg/minikube/bootstrapper/kubeadm/kubeadm.go, pkg/minikube/machine/filesync.go.
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks, static_pod
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.static_pod import StaticPodOptions
from schedcfg.commands.generate.target import CONFIG_FILE, DeploymentTarget, ImageOption, TargetOptions, mounted_files
from schedcfg.findings import Problem
from schedcfg.releases.kubeadm_layout import KUBECONFIG, version_of

_CONFIG = f"etc/kubernetes/{CONFIG_FILE}"
_MANIFESTS = "etc/kubernetes/manifests"
_SYNCED = "~/.minikube/files"
"""Copied to `/` of each node, at each start, before Kubernetes is started; below `$MINIKUBE_HOME` where that is set."""


def files(config: AcceptedConfig, options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the files as they lie on the node, below `/`."""
    yield GeneratedFile(_CONFIG, config.text)
    for file in static_pod.manifest(config, StaticPodOptions(options.image, f"/{_CONFIG}")):
        yield GeneratedFile(f"{_MANIFESTS}/{file.path}", file.text)


def problems(config: AcceptedConfig, options: TargetOptions) -> Iterator[Problem]:
    """Yield what the Pod lacks."""
    yield from checks.unserved_default(config)
    yield from checks.kubeconfig_at(config, KUBECONFIG, "minikube")
    yield from checks.missing_plugins(config, options.image)
    yield from checks.relative_files(config)


def remarks(config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
    """Yield how the files get to work, and when they do not."""
    yield (
        f"Write the files with `--write-to {_SYNCED}` (`$MINIKUBE_HOME/files` if that is set), and create a new "
        f"cluster: `minikube start --kubernetes-version={version_of(config.release, None)} "
        "--extra-config=kubeadm.skip-phases=control-plane/scheduler`."
    )
    yield (
        "With a driver that runs a virtual machine, or if its options change, a later `minikube start` overwrites "
        f"this Pod with its own. Then run `minikube cp {_SYNCED}/{_MANIFESTS}/kube-scheduler.yaml "
        f"/{_MANIFESTS}/kube-scheduler.yaml`; `kubectl get pod -n kube-system -l component=kube-scheduler -o yaml` "
        "shows whether `--config` is set."
    )
    yield f"minikube copies {_SYNCED} to the clusters of all profiles: remove the files when you no longer need them."
    for file in mounted_files(config.configuration):
        yield f"Also copy `{file}` there, as `{_SYNCED}{file}`: the Pod does not start without it."


TARGET = DeploymentTarget(
    summary="Write the files that configure kube-scheduler in minikube.",
    files=files,
    problems=problems,
    remarks=remarks,
    kubeconfig=KUBECONFIG,
    image=ImageOption.OPTIONAL,
)

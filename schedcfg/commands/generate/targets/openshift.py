"""OpenShift: a ConfigMap and the resource of the Secondary Scheduler Operator, which runs a scheduler beside its own.

Sources, in github.com/openshift/secondary-scheduler-operator: README.md, pkg/apis/secondaryscheduler/v1/types.go, and
bindata/assets/secondary-scheduler/deployment.yaml, which mounts the ConfigMap and, since 4.22, sets the lease by flags.
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import DeploymentTarget, ImageOption, TargetOptions
from schedcfg.document import yaml_writer
from schedcfg.findings import Problem

_NAMESPACE = "openshift-secondary-scheduler-operator"
_CONFIG_MAP = "secondary-scheduler-config"
_LEASE_BY_FLAGS_SINCE = 35
"""Minor of Kubernetes in OpenShift 4.22."""


def files(config: AcceptedConfig, options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the ConfigMap and the resource."""
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": _CONFIG_MAP, "namespace": _NAMESPACE},
        "data": {"config.yaml": config.text},
    }
    yield GeneratedFile("configmap.yaml", yaml_writer.write(config_map))
    scheduler = {
        "apiVersion": "operator.openshift.io/v1",
        "kind": "SecondaryScheduler",
        # The operator looks at no other name.
        "metadata": {"name": "cluster", "namespace": _NAMESPACE},
        "spec": {
            "managementState": "Managed",
            "schedulerConfig": _CONFIG_MAP,
            "schedulerImage": options.image,
        },
    }
    yield GeneratedFile("secondaryscheduler.yaml", yaml_writer.write(scheduler))


def problems(config: AcceptedConfig, _options: TargetOptions) -> Iterator[Problem]:
    """Yield what would clash with OpenShift's own scheduler, or is not in the Pod."""
    yield from checks.default_profiles(config)
    yield from _same_lease(config)
    yield from checks.unmounted_files(config, "the Secondary Scheduler Operator")
    if kubeconfig := config.configuration.client_connection.kubeconfig:
        yield checks.obstacle(
            "wrong-kubeconfig",
            checks.KUBECONFIG,
            f"the Secondary Scheduler Operator runs the scheduler with a service account; `{kubeconfig}` does not "
            "exist there",
            "Remove `clientConnection.kubeconfig`.",
        )


def _same_lease(config: AcceptedConfig) -> Iterator[Problem]:
    if config.release.number < _LEASE_BY_FLAGS_SINCE and config.configuration.leader_election.leader_elect:
        yield checks.obstacle(
            "leader-election",
            ("leaderElection", "leaderElect"),
            "before OpenShift 4.22, the operator runs one replica without permissions for its own lease: it would "
            "wait for the lease of OpenShift's scheduler, or for one that it may not use",
            "Write `leaderElection: {leaderElect: false}`.",
        )


def remarks(config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
    """Yield how the resources get to work."""
    yield (
        "Install the Secondary Scheduler Operator first, in its own namespace, then `oc apply` both files; it "
        "restarts the scheduler whenever the ConfigMap changes."
    )
    if config.release.number >= _LEASE_BY_FLAGS_SINCE:
        yield "Since OpenShift 4.22, the operator sets leader election with flags, which override `leaderElection`."


TARGET = DeploymentTarget(
    summary="Write the resources of a secondary scheduler in OpenShift.",
    files=files,
    problems=problems,
    remarks=remarks,
    leader_elect=False,
    image=ImageOption.REQUIRED,
)

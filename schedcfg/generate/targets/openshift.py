"""OpenShift: a ConfigMap and the resource of the Secondary Scheduler Operator, which runs a scheduler beside its own.

Sources, in github.com/openshift/secondary-scheduler-operator: README.md, pkg/apis/secondaryscheduler/v1/types.go, and
bindata/assets/secondary-scheduler/deployment.yaml, which mounts the ConfigMap and, since 4.22, sets the lease by flags.
"""

from collections.abc import Iterator

from schedcfg.document import yaml_writer
from schedcfg.findings import Problem
from schedcfg.generate import obstacles, target_checks
from schedcfg.generate.given import Given
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.target import ImageOption, Target, Wishes

_NAMESPACE = "openshift-secondary-scheduler-operator"
_CONFIG_MAP = "secondary-scheduler-config"
_LEASE_BY_FLAGS_SINCE = 35
"""Minor of Kubernetes in OpenShift 4.22."""


def files(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the ConfigMap and the resource."""
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": _CONFIG_MAP, "namespace": _NAMESPACE},
        "data": {"config.yaml": given.text},
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
            "schedulerImage": wishes.image,
        },
    }
    yield GeneratedFile("secondaryscheduler.yaml", yaml_writer.write(scheduler))


def problems(given: Given, _wishes: Wishes) -> Iterator[Problem]:
    """Yield what would clash with OpenShift's own scheduler, or is not in the Pod."""
    yield from obstacles.default_profiles(given)
    yield from _same_lease(given)
    yield from target_checks.unmounted_files(given, "the Secondary Scheduler Operator")
    if kubeconfig := given.configuration.client_connection.kubeconfig:
        yield obstacles.obstacle(
            "wrong-kubeconfig",
            target_checks.KUBECONFIG,
            f"the Secondary Scheduler Operator runs the scheduler with a service account; `{kubeconfig}` is not there",
            "Remove `clientConnection.kubeconfig`.",
        )


def _same_lease(given: Given) -> Iterator[Problem]:
    if given.release.number < _LEASE_BY_FLAGS_SINCE and given.configuration.leader_election.leader_elect:
        yield obstacles.obstacle(
            "leader-election",
            ("leaderElection", "leaderElect"),
            "before OpenShift 4.22 the operator runs one replica and gives it no right to a lease of its own: "
            "it would wait for OpenShift's scheduler to give up its lease, or for one that it may not have",
            "Write `leaderElection: {leaderElect: false}`.",
        )


def remarks(given: Given, _wishes: Wishes) -> Iterator[str]:
    """Yield how the resources get to work."""
    yield (
        "Install the Secondary Scheduler Operator first, into its own namespace, then `oc apply` both files; "
        "it starts the scheduler anew whenever the ConfigMap changes."
    )
    if given.release.number >= _LEASE_BY_FLAGS_SINCE:
        yield "From OpenShift 4.22 on the operator sets leader election by flags; those win over `leaderElection`."


TARGET = Target(
    summary="Write the resources of a secondary scheduler of OpenShift.",
    files=files,
    problems=problems,
    remarks=remarks,
    image=ImageOption.REQUIRED,
)

"""Schedulers of another release than their API server."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.configuration.effective.resolve import defaults
from schedcfg.configuration.effective.rights import stock_rights
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.releases.informers import Resource, unserved
from schedcfg.releases.release import Release, minor
from schedcfg.releases.rights import READING, scheduler_rights
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "cluster-skew"

_MOST_LISTED = 3


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a scheduler that watches what its API server does not serve, or is further from it than is supported."""
    running, release, cluster = context.running, context.release, context.related.cluster
    if running is None or release is None or cluster is None or not context.release_known or running.is_managed:
        return
    if cluster.place and running.kubernetes != release.name:
        return  # Another release was asked for, and what the file names is of before that.
    number = minor(cluster.name)
    found = f" ({cluster.place})" if cluster.place else ""
    missing = list(unserved(release, _watched(context, release), number))
    if missing:
        kinds = listing([f"`{kind}`" for kind in missing], _MOST_LISTED)
        message = (
            f"no Pod is scheduled: kube-scheduler {release.name} waits until it has listed {kinds}, which the API "
            f"server of Kubernetes {cluster.name}{found} does not serve"
        )
        yield advice(ID, running.kubernetes_path, message, _help(cluster.name), Severity.ERROR)
    elif release.number > number:
        message = (
            f"kube-scheduler {release.name} is newer than its API server, of Kubernetes {cluster.name}{found}, which "
            "is not supported"
        )
        yield advice(ID, running.kubernetes_path, message, _help(cluster.name))
    elif release.number < number - 1:
        message = (
            f"kube-scheduler {release.name} is {number - release.number} releases older than its API server, of "
            f"Kubernetes {cluster.name}{found}; one is supported"
        )
        yield advice(ID, running.kubernetes_path, message, _help(cluster.name), Severity.INFO)


def _watched(context: DeploymentContext, release: Release) -> list[Resource]:
    """Return what the scheduler lists and watches."""
    running, configuration = context.running, context.configuration
    if configuration is None and running is not None and running.flag("config") is None:
        configuration = defaults(release.api_versions[-1], release, IN_TREE_ONLY)
    needed = scheduler_rights(release, None) if configuration is None else stock_rights(configuration, release)
    return [right.resource for right in needed if right.verbs == READING]


def _help(cluster: str) -> str:
    image = f"Use an image of Kubernetes {cluster}"
    if releases.known(cluster) is None:
        return f"{image}."
    return f"{image}, and bring the configuration along: `schedcfg migrate --kubernetes {cluster} PATH`."


RULE = Rule(
    id=ID,
    title="The scheduler and its API server are of different releases",
    why="Before it schedules anything, kube-scheduler lists all that it watches, in the API versions of its own "
    "release. Where the API server serves one of these not yet, or no more, it logs `the server could not find the "
    "requested resource` and waits forever, and its Pods stay Pending without any event. Upstream supports a scheduler "
    "that is of the release of its API server, or one older. The release of the API server is that of "
    "`--cluster-release`, of `--cluster`, or of a file beside the scheduler.",
    source="cmd/kube-scheduler/app/server.go, Run: WaitForCacheSync; k8s.io/api, APILifecycleRemoved; the version skew "
    "policy of Kubernetes",
    evidence=(
        Citation("https://github.com/kubernetes-sigs/scheduler-plugins/issues/430", "a newer scheduler: none starts"),
        Citation("https://github.com/jupyterhub/zero-to-jupyterhub-k8s/issues/3128", "an older one in 1.27"),
        Citation("https://github.com/jupyterhub/zero-to-jupyterhub-k8s/pull/2590", "1.21 or newer in 1.20"),
        Citation("https://github.com/hwameistor/hwameistor/issues/855", "an older one in 1.27"),
        Citation("https://github.com/Azure/placement-policy-scheduler-plugins/pull/53", "1.22 in an older cluster"),
        Citation("https://github.com/kubernetes/website/issues/37843", "1.24 in 1.23"),
        Citation("https://github.com/kubernetes-sigs/scheduler-plugins/issues/647", "in 1.11"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING, Severity.INFO),
)

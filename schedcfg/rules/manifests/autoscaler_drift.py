"""Schedulers that refuse other nodes than cluster-autoscaler simulates."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.filtering import default_profile, deviations, difference, filters_of, settings_of
from schedcfg.rules.known_profiles import KnownProfile, known_profiles, named
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.autoscaler import RunningAutoscaler

ID = "autoscaler-drift"

_MOST_LISTED = 3


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a cluster-autoscaler whose simulation finds other nodes fit than a profile does."""
    running = context.autoscaler
    if running is None or not running.is_known or (running.flag is not None and context.configuration is None):
        return
    simulated = _simulated(context, running)
    own = None if context.configured is None else context.configured.name
    profiles = [one for same in known_profiles(context).values() for one in same if one.where != own]
    place = running.container if running.flag is None else running.flag.value_path
    differing = [one for one in profiles if _differences(simulated, one)]
    if differing:
        names = listing(_differences(simulated, differing[0]), _MOST_LISTED)
        message = (
            "nodes are added that stay empty, or are not added for Pods that stay Pending: cluster-autoscaler "
            f"simulates a scheduler that differs from {named(differing)} in {names}"
        )
        help_ = (
            "Use `--scheduler-config-file` (since 1.28) to pass it a copy of the configuration that has only that "
            "profile."
            if running.flag is None
            else "Bring its copy of the configuration up to date."
        )
        yield advice(ID, place, message, help_)
    missing, newest = _missing(running, context, filters_of(simulated))
    if missing:
        message = (
            "nodes are added that stay empty, or are not added for Pods that stay Pending: cluster-autoscaler "
            f"{running.kubernetes} does not filter by {listing(missing, _MOST_LISTED)}, unlike kube-scheduler {newest}"
        )
        yield advice(ID, place, message, f"Use cluster-autoscaler {newest}.", Severity.INFO)
    unknown = [one for one in profiles if one.has_unknown("filter")]
    if unknown:
        message = (
            "nodes are added that stay empty, or are not added for Pods that stay Pending: cluster-autoscaler runs "
            f"neither extenders nor plugins of others, which may filter nodes for {named(unknown)}"
        )
        help_ = "Build it with these plugins, or express what they require by labels, taints and resources of nodes."
        yield advice(ID, place, message, help_, Severity.INFO)


def _simulated(context: DeploymentContext, running: RunningAutoscaler) -> KnownProfile:
    """Return the profile that it simulates: the first of its file, or the default one of its release."""
    configuration = context.configuration
    if configuration is None or not configuration.profiles:
        release = releases.known(running.kubernetes) or releases.at(releases.NEWEST)
        return default_profile(release.api_versions[-1], release)
    return KnownProfile(configuration.profiles[0], configuration, "")


def _missing(
    running: RunningAutoscaler, context: DeploymentContext, simulated: frozenset[str]
) -> tuple[list[str], str]:
    """Return the filters that a newer scheduler here has by default, and it has not; and the scheduler's release.

    What only older schedulers have had nothing to filter any more when it was removed.
    """
    known = [one.release for one in context.related.schedulers if one.release is not None]
    newest = max(known, key=lambda release: release.number, default=None)
    own = releases.known(running.kubernetes)
    if newest is None or own is None:
        return [], ""
    added = _default_filters(newest) - _default_filters(own) - simulated if newest.number > own.number else ()
    return [f"`{name}`" for name in sorted(added)], newest.name


def _default_filters(release: Release) -> frozenset[str]:
    return filters_of(default_profile(release.api_versions[-1], release))


def _differences(simulated: KnownProfile, real: KnownProfile) -> list[str]:
    """Return in what of filtering two profiles differ, as messages name it."""
    return difference(deviations(simulated) ^ deviations(real), settings_of(simulated), settings_of(real))


RULE = Rule(
    id=ID,
    title="cluster-autoscaler simulates another scheduler",
    why="cluster-autoscaler adds a node where its simulation says that a Pending Pod would fit there, and removes one "
    "whose Pods fit elsewhere. It runs the filters of Kubernetes with their defaults, or with the one profile of "
    "`--scheduler-config-file`, for Pods of all schedulers. It looks at no score, extender or plugin of others. Its "
    "filters are those of the release after which its version is named: upstream recommends that of the cluster.",
    source="cluster-autoscaler/simulator/framework/handle.go, NewHandle, and "
    "simulator/clustersnapshot/predicate/plugin_runner.go, RunFiltersOnNode, of kubernetes/autoscaler",
    evidence=(
        Citation("https://github.com/kubernetes/autoscaler/issues/3879", "`defaultConstraints` are not considered"),
        Citation("https://github.com/kubernetes/autoscaler/issues/4518", "a configuration that it does not know"),
        Citation(
            "https://github.com/kubernetes/autoscaler/issues/506", "no node is added for a scheduler of one's own"
        ),
        Citation("https://github.com/kubernetes/autoscaler/issues/1406", "the same"),
        Citation("https://github.com/kubernetes/autoscaler/pull/5708", "the flag, decided without extenders"),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
)

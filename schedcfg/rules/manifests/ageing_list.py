"""Profiles without a plugin that Pods here need, as a list of plugins lacks which was written for an older release."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.filtering import default_of
from schedcfg.rules.known_profiles import KnownProfile, known_profiles, named
from schedcfg.rules.rule import Rule, advice

ID = "ageing-list"

_EFFECTS = {
    "DynamicResources": "its Pods are placed without the devices that they claim, and never get their containers",
    "GangScheduling": "its Pods are placed one by one, not as a group",
}


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield what Pods ask for of which their profile runs no plugin, although the release does by default."""
    profiles = known_profiles(context) if context.needs else {}
    for need in context.needs:
        same = profiles.get(need.scheduler_name or DEFAULT_SCHEDULER, [])
        lacking = [one for one in same if _lacks(one, need.plugin)]
        # Of several files with the same name, which may be of several clusters, all have to.
        if not lacking or len(lacking) < len(same):
            continue
        message = (
            f"{_EFFECTS[need.plugin]}: {named(lacking[:1])} runs no `{need.plugin}`, which Kubernetes "
            f"{lacking[0].configuration.release.name} does by default"
        )
        help_ = (
            f"Enable it in that profile: `multiPoint: {{enabled: [{{name: {need.plugin}}}]}}`, and remove it from what "
            "is disabled there by name."
        )
        yield advice(ID, need.path, message, help_)


def _lacks(one: KnownProfile, plugin: str) -> bool:
    return plugin in default_of(one).profile.needed and plugin not in one.profile.needed


RULE = Rule(
    id=ID,
    title="The profile lacks a plugin that Pods here need",
    why="A profile that disables `*` and lists its plugins keeps to that list, whatever a later release adds to its "
    "defaults: DynamicResources in 1.34, GangScheduling where GenericWorkload is on. What only such a plugin sees to "
    "is then not done, without an error: devices are not allocated, and groups of Pods are not waited for. `schedcfg "
    "upgrade` names the hop from which on a list is short.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, getDefaultPlugins and applyFeatureGates; "
    "pkg/scheduler/framework/plugins/dynamicresources, Reserve; pkg/kubelet/cm/dra/manager.go, PrepareResources",
    evidence=(
        Citation(
            "https://github.com/openshift/cluster-kube-scheduler-operator/pull/561", "profiles without DynamicResources"
        ),
        Citation("https://github.com/openshift/cluster-kube-scheduler-operator/pull/532", "the same, before"),
        Citation("https://github.com/kubernetes/kubernetes/pull/139572", "profiles without GangScheduling"),
    ),
    check=check,
    severity=Severity.WARNING,
)

"""Extenders behind which nodes look empty to the plugins that score by load."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "extender-hides-load"

_LOOK_AT_LOAD = ("NodeResourcesFit", "NodeResourcesBalancedAllocation", "ImageLocality")
"""Plugins whose scores read from the node what its object does not hold: the Pods and the images on it.

Others of that kind, as InterPodAffinity, have counted before they score, and are not misled.
"""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each extender that filters whole nodes before such a plugin scores."""
    extenders = subject.configuration.extenders
    whole = [index for index, one in enumerate(extenders) if one.filter_verb and not one.node_cache_capable]
    # Few files have such an extender: only then it matters who scores.
    misled = _misled(subject) if whole else []
    if misled:
        yield from (_problem(index, extenders[index], misled) for index in whole)


def _misled(subject: Subject) -> list[str]:
    profiles = subject.configuration.profiles
    return [name for name in _LOOK_AT_LOAD if any(subject.scores(profile).counted.get(name) for profile in profiles)]


def _problem(index: int, extender: Extender, misled: list[str]) -> Problem:
    pods = "Pods that request its `managedResources`" if extender.managed_resources else "every Pod"
    return advice(
        ID,
        ("extenders", index, "filterVerb"),
        f"since 1.33, the nodes that this filter returns look idle, for {pods}, to the plugins that score them: "
        f"{', '.join(misled)}",
        "Write `nodeCacheCapable: true` if the extender can return `NodeNames`. If it cannot, these scores do not "
        "depend on load until kubernetes/kubernetes#141781 is fixed.",
    )


RULE = Rule(
    id=ID,
    title="Nodes look idle after an extender that returns whole nodes",
    why="For the nodes that an extender without `nodeCacheCapable` returns, kube-scheduler creates new records "
    "without their Pods and images. Up to 1.32, plugins looked up a node by its name to score it; since 1.33, "
    "they use that record.",
    source="pkg/scheduler/extender.go, Filter; pkg/scheduler/framework/runtime/framework.go, RunScorePlugins; "
    "kubernetes/kubernetes#141781",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/141781",
            "since 1.33, plugins score the nodes of an extender without their Pods",
        ),
        Citation(
            "https://github.com/topolvm/topolvm/blob/83e3dcee2fd750e3c3f40f74faa90ced8e9676c7/deploy/scheduler-config/scheduler-config-legacy.yaml",
            "an extender that returns whole nodes",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    since="1.33",
    bad=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    ignorable: false
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    ignorable: false
    nodeCacheCapable: true
"""),
)

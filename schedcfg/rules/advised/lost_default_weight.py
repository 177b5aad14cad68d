"""Default scorers enabled once more without a weight, which takes theirs away."""

from collections.abc import Iterator
from functools import lru_cache

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import EMPTY_SET, WEIGHTED
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, default_sets, does_nothing
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "lost-default-weight"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each default scorer that weighs less because it is enabled again without a weight."""
    for entry in subject.enabled:
        if entry.ref.weight or entry.point not in {*WEIGHTED, MULTI_POINT}:
            continue
        # One that could not be read is reported as that.
        if (*entry.path, "weight") in subject.decoded.cut:
            continue
        default = _default_weight(subject, entry)
        if default > 1 and _lowers(subject, entry) and not subject.weighs(entry):
            yield _problem(entry, default)


def _default_weight(subject: Subject, entry: PluginEntry) -> int:
    config = subject.configuration
    if does_nothing(config.api_version, entry.point):
        return 0
    return _default_weights(config.release, config.api_version, config.provider).get(entry.ref.name, 0)


@lru_cache(maxsize=64)
def _default_weights(release: Release, api_version: str, provider: str | None) -> dict[str, int]:
    """Return what each plugin weighs that is enabled by default: the most where it is enabled at several points."""
    found: dict[str, int] = {}
    for plugin_set in default_sets(release, api_version, provider).values():
        for ref in plugin_set.enabled:
            found[ref.name] = max(ref.weight, found.get(ref.name, 0))
    return found


def _lowers(subject: Subject, entry: PluginEntry) -> bool:
    """Return whether the entry decides the weight, of a plugin that was not disabled first to start from scratch."""
    name, profile = entry.ref.name, entry.profile
    if any({name, "*"} & disabled for disabled in profile.written_disabled.values()):
        return False
    point = "score" if entry.point == MULTI_POINT else entry.point
    scoring = profile.written.get(point, EMPTY_SET).enabled
    overridden = entry.point == MULTI_POINT and any(ref.name == name for ref in scoring)
    return not overridden and subject.runs(name, point, profile) is True


def _problem(entry: PluginEntry, default: int) -> Problem:
    name = entry.ref.name
    return advice(
        ID,
        (*entry.path, "name"),
        f"`{name}` counts less than by default: enabled here without a weight, it has 1 instead of {default}",
        f"Write `weight: {default}`, or remove the entry: the plugin is enabled without it.",
        remedy=Remedy(
            f"Write `weight: {default}`",
            (RemedyChange(Act.SET, (*entry.path, "weight"), default),),
            unsafe="the scores change",
        ),
    )


RULE = Rule(
    id=ID,
    title="Enabling a default plugin again resets its weight",
    why="An entry completely replaces the default one. Without a weight, the plugin gets 1, whatever its default.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, mergePluginSet",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/blob/8bbe3de87f45381243320c799ba749b73095653e/pkg/mycrossnodepreemption/scheduler-config.yaml",
            "NodeAffinity and PodTopologySpread enabled again without their weights",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    since="1.22",
    bad=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: TaintToleration
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: TaintToleration
            weight: 3
"""),
)

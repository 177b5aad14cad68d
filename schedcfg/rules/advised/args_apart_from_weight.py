"""One plugin's args in one profile, and its weight in another."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import PluginEntry, ProfileArgs, Rule, Subject, advice

ID = "args-apart-from-weight"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield args of a profile that sets up no plugins, for a plugin that another one weighs without args."""
    if len(subject.configuration.profiles) == 1:
        return
    weighed = {entry.ref.name: entry for entry in reversed(subject.enabled) if _is_weighed_without_args(entry)}
    for entry_args in subject.written_args:
        if not entry_args.profile.written and entry_args.args.raw and entry_args.args.name in weighed:
            yield _problem(entry_args, weighed[entry_args.args.name])


def _is_weighed_without_args(entry: PluginEntry) -> bool:
    in_points = entry.point in {*WEIGHTED, MULTI_POINT}
    return in_points and entry.ref.weight > 1 and not entry.profile.plugin_config


def _problem(entry_args: ProfileArgs, weighed: PluginEntry) -> Problem:
    return advice(
        ID,
        (*entry_args.args.path, "name"),
        f"profile {entry_args.profile.label} gives `{entry_args.args.name}` args, but its weight of "
        f"{weighed.ref.weight} is in profile {weighed.profile.label}: neither profile has both",
        "Profiles are independent: write args and weight in the one that Pods select.",
    )


RULE = Rule(
    id=ID,
    title="Args and weight of a plugin are in different profiles",
    why="Each profile is a separate scheduler. One scores with the args but the default weight, the other with the "
    "weight but the default args.",
    source="pkg/scheduler/profile/profile.go, NewMap; kubernetes/kubernetes#119069",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/119069", "args in one profile, the weight in another"
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
    plugins:
      score:
        enabled:
          - name: InterPodAffinity
            weight: 10
  - schedulerName: kube-scheduler
    pluginConfig:
      - name: InterPodAffinity
        args:
          hardPodAffinityWeight: 50
"""),
    good=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
    plugins:
      score:
        enabled:
          - name: InterPodAffinity
            weight: 10
    pluginConfig:
      - name: InterPodAffinity
        args:
          hardPodAffinityWeight: 50
"""),
)

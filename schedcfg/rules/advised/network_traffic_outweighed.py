"""NetworkTraffic that weighs less than the scores beside it."""

from collections.abc import Iterator
from functools import partial

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import EMPTY_SET, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.configuration.effective.scoring import Scores, scores_at
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import names
from schedcfg.rules.args import NETWORK_TRAFFIC
from schedcfg.rules.rating import rating_weights, without_veto
from schedcfg.rules.rule import Rule, Subject, advice

ID = "network-traffic-outweighed"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile in which the scores that rate every Pod outweigh NetworkTraffic together."""
    config = subject.configuration
    for profile in config.profiles:
        entry = _entry(profile)
        if entry is None or names.misspelled_in(profile, subject):
            continue
        running = plugin_sets.running_at("score", profile, config.release, partial(_points_of, subject))
        scores = without_veto(scores_at("score", running, profile, config, subject.registry))
        share = scores.share(NETWORK_TRAFFIC)
        against = rating_weights(scores, profile, subject)
        if share is not None and scores.counted[NETWORK_TRAFFIC] < sum(against.values()):
            yield _problem(entry, scores, share, against)


def _points_of(subject: Subject, name: str) -> tuple[str, ...] | None:
    """List the points that a plugin implements: NetworkTraffic, as it is published, score only."""
    return ("score",) if name == NETWORK_TRAFFIC else subject.points_of(name)


def _entry(profile: Profile) -> PluginRef | None:
    """Return the entry that decides how much NetworkTraffic weighs; None where the file enables none."""
    enabled = (ref for point in ("score", MULTI_POINT) for ref in profile.written.get(point, EMPTY_SET).enabled)
    return next((ref for ref in enabled if ref.name == NETWORK_TRAFFIC), None)


def _problem(entry: PluginRef, scores: Scores, share: float, against: dict[str, int]) -> Problem:
    own, enough = scores.counted[NETWORK_TRAFFIC], scores.outweighing(NETWORK_TRAFFIC)
    path = entry.path or ()
    named = ", ".join(f"`{name}` ({weight})" for name, weight in against.items())
    return advice(
        ID,
        (*path, "weight") if own > 1 else (*path, "name"),
        f"Pods rarely go to the node with the least traffic: `{NETWORK_TRAFFIC}` has {own} of {scores.total} score "
        f"weights ({share:.0%}); {named} also score every Pod",
        f"Set its weight to {enough}, more than all others together, or disable scores that are not needed.",
        remedy=Remedy(
            f"Set its weight to {enough}",
            (RemedyChange(Act.SET, (*path, "weight"), enough),),
            unsafe="the scores change",
        ),
    )


RULE = Rule(
    id=ID,
    title="Other scores outweigh NetworkTraffic",
    why="A plugin that is enabled without a weight gets 1. The default scores have a weight of 15 or 16 together, "
    "and most of them score nodes for every Pod: traffic then hardly matters.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, getDefaultPlugins; "
    "pkg/scheduler/framework/runtime/framework.go, RunScorePlugins",
    evidence=(
        Citation(
            "https://github.com/juliorenner/scheduler-plugins/blob/921af74d339e99842d48bec88c27778749cff32b/manifests/networktraffic/scheduler-config.yaml",
            "the published example disables the other scores, so that traffic decides",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: http://10.96.0.42:9090
          networkInterface: eth0
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NetworkTraffic
            weight: 16
    pluginConfig:
      - name: NetworkTraffic
        args:
          prometheusAddress: http://10.96.0.42:9090
          networkInterface: eth0
"""),
)

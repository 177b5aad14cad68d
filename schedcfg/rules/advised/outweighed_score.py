"""A score that somebody wants to count, and that others outweigh by far."""

from collections.abc import Iterator, Mapping
from functools import partial

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.facts import FIT
from schedcfg.configuration.effective.leaning import Leaning, leaning_of
from schedcfg.configuration.effective.model import Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE, running_at
from schedcfg.configuration.effective.scoring import Scores, scores_at
from schedcfg.findings import Problem, Severity
from schedcfg.rules import names
from schedcfg.rules.args import NETWORK_TRAFFIC
from schedcfg.rules.rating import favored_by, rating_weights, without_veto
from schedcfg.rules.refused import removed_plugin
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "outweighed-score"

_MUCH = 1 / 3
"""A share with which a plugin often decides."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each score that the file adds, or gives more weight, with less than a third of all weights.

    What has a rule of its own is left to that: NetworkTraffic, and packing by NodeResourcesFit.
    """
    for profile in subject.configuration.profiles:
        entries = [entry for entry in subject.enabled if entry.profile is profile and _is_weighing(subject, entry)]
        if not entries or names.misspelled_in(profile, subject):
            continue
        scores = without_veto(_scores(subject, profile))
        defaults = _default_weights(subject)
        wanted = {entry.ref.name: entry for entry in entries if _is_wanted(entry, scores, defaults)}
        rating = rating_weights(scores, profile, subject)
        for name, entry in wanted.items():
            # Others that the file adds or weighs are weighed against each other there: what they outweigh is meant.
            against = {other: weight for other, weight in rating.items() if other not in wanted}
            share = scores.share(name)
            if share is not None and share < _MUCH and scores.counted[name] <= sum(against.values()):
                yield _problem(subject, entry, scores, share, against)


def _scores(subject: Subject, profile: Profile) -> Scores:
    """Return what counts, also of published plugins by `multiPoint` that nobody declared."""
    config = subject.configuration
    running = running_at(SCORE, profile, config.release, partial(_points_of, subject))
    return scores_at(SCORE, running, profile, config, subject.registry)


def _points_of(subject: Subject, name: str) -> tuple[str, ...] | None:
    known, published = subject.points_of(name), plugins.find(name)
    if known is not None or published is None or published.in_tree:
        return known
    return published.points_at(subject.configuration.release.number)


def _is_weighing(subject: Subject, entry: PluginEntry) -> bool:
    if entry.point not in {SCORE, MULTI_POINT} or not subject.sets_score_weight(entry):
        return False
    return _is_there(subject, entry.ref.name) and not _packs(entry)


def _is_there(subject: Subject, name: str) -> bool:
    """Return whether it is not certain that a plugin is gone or missing, and no other rule is about its weight."""
    known = plugins.find(name)
    is_gone = known is not None and known.in_tree and name not in subject.configuration.release.plugins
    is_gone = is_gone or name in removed_plugin.reported(subject)
    return bool(name) and name != NETWORK_TRAFFIC and not is_gone and subject.exists(name)


def _packs(entry: PluginEntry) -> bool:
    written = entry.profile.args_entry(FIT)
    return entry.ref.name == FIT and written is not None and leaning_of(FIT, written.written) is Leaning.FULLER


def _default_weights(subject: Subject) -> Mapping[str, int]:
    config = subject.configuration
    defaults = config.release.default_plugins[config.api_version]
    return {**dict(defaults.get(MULTI_POINT, ())), **dict(defaults.get(SCORE, ()))}


def _is_wanted(entry: PluginEntry, scores: Scores, defaults: Mapping[str, int]) -> bool:
    """Return whether an entry adds a score, or gives it more weight than by default: less is meant to count less."""
    name = entry.ref.name
    return name in scores.counted and scores.counted[name] > (defaults.get(name) or 0)


def _problem(subject: Subject, entry: PluginEntry, scores: Scores, share: float, against: Mapping[str, int]) -> Problem:
    name, profile = entry.ref.name, entry.profile
    others = "; ".join(
        f"`{other}` ({weight}) favors {favored_by(other, profile, subject)}" for other, weight in against.items()
    )
    has_weight = subject.weighs(entry)
    return advice(
        ID,
        (*entry.path, "weight" if has_weight else "name"),
        f"`{name}` rarely decides: it has {scores.counted[name]} of {scores.total} score weights ({share:.0%}), and "
        f"others rate every Pod: {others}",
        f"If it is to decide, set its weight to {scores.outweighing(name)}, more than all others together, or disable "
        "scores that are not needed.",
        Severity.INFO,
    )


RULE = Rule(
    id=ID,
    title="Other scores outweigh a plugin",
    why="The scores of all plugins are multiplied by their weights and added up. A plugin that is enabled without a "
    "weight gets 1, and the default scores have 12 or more together: a node that it rates best often loses.",
    source="pkg/scheduler/framework/runtime/framework.go, RunScorePlugins; pkg/scheduler/apis/config/v1/"
    "default_plugins.go, getDefaultPlugins",
    evidence=(
        Citation(
            "https://github.com/gocrane/crane-scheduler/issues/40",
            "a plugin with weight 3 does not decide; with 7 it does",
        ),
        Citation("https://github.com/gocrane/crane/issues/849", "Pods on the node that the plugin rates worst"),
    ),
    check=check,
    asks_why=True,
    severity=Severity.INFO,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: 3
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: 12
"""),
)

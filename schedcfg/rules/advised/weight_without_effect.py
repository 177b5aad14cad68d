"""Weights where nothing is weighed."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.configuration.effective.model import EMPTY_SET, WEIGHTED
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE, does_nothing, weighing_entry
from schedcfg.configuration.effective.written import weighing_points
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "weight-without-effect"

_OTHER = "placementScore"
"""The other point at which weights count."""


class _Reason(NamedTuple):
    """Why a weight does nothing, and what to do."""

    why: str
    help: str
    remedy: Remedy | None


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each weight that no score is multiplied with; 1 is what counts where none is written."""
    version = subject.configuration.api_version
    for entry in subject.enabled:
        if entry.ref.weight == 0 or not entry.ref.name or does_nothing(version, entry.point):
            continue
        reason = _replaced(subject, entry) or _unweighed(subject, entry)
        if reason is not None:
            yield _problem(entry, reason)
    for entry in subject.disabled:
        if entry.ref.weight not in {0, 1}:
            reason = _removable(entry, "a disabled plugin has no weight", "Remove it, or enable the plugin with it.")
            yield _problem(entry, reason)


def _replaced(subject: Subject, entry: PluginEntry) -> _Reason | None:
    """Return that a later point gives the plugin another weight, as any can up to 1.21; None where none does."""
    name, ref, release = entry.ref.name, entry.ref, subject.configuration.release
    if entry.point != SCORE:
        return None
    last = weighing_entry(name, entry.profile.enabled_at, release)
    if last is None or (last.ref.weight or 1) == ref.weight:
        return None
    counts = f"with weight {last.ref.weight}" if last.ref.weight else "without a weight, which counts as 1"
    why = (
        f"Kubernetes {release.name} takes the weight of a score from the last extension point that enables the "
        f"plugin, and `{last.point}` enables `{name}` {counts}"
    )
    if last.ref.path is None:
        again = f"Disable `{name}` at `{last.point}`, and enable it there again with `weight: {ref.weight}`"
        return _Reason(why, f"{again}. Since Kubernetes 1.22, the weight at `score` counts.", None)
    what = f"Write `weight: {ref.weight}` at `{last.point}`"
    return _Reason(
        why,
        f"{what} too: since Kubernetes 1.22, the weight at `score` counts.",
        Remedy(what, (RemedyChange(Act.SET, (*last.ref.path, "weight"), ref.weight),), unsafe="the scores change"),
    )


def _unweighed(subject: Subject, entry: PluginEntry) -> _Reason | None:
    """Return why a weight above 1 does nothing where it is; None where it counts, or may."""
    point = entry.point
    if entry.ref.weight == 1 or point in WEIGHTED:
        return None
    return _at_multi_point(subject, entry) if point == MULTI_POINT else _at_other_point(subject, entry)


def _at_multi_point(subject: Subject, entry: PluginEntry) -> _Reason | None:
    """Return why a weight for all points does nothing; None where it counts, or may."""
    name = entry.ref.name
    if all(subject.implements(name, one) is False for one in WEIGHTED):
        return _removable(entry, f"`{name}` does not score", "Remove it.")
    runs = subject.runs(name, _OTHER, entry.profile)
    if runs or (runs is None and _OTHER in weighing_points(subject.configuration)):
        return None  # There it counts, or may, whatever is said at `score`.
    if entry.ref.weight == subject.default_weight(name):
        return None  # Lists of all plugins, as kube-scheduler writes them, repeat it.
    score = entry.profile.merged.get(SCORE, EMPTY_SET)
    for ref in score.enabled:
        if ref.name == name and (ref.weight or 1) != entry.ref.weight:
            help_ = "Write the weight at `score`, or remove the plugin from one of the two lists."
            why = f"`score` also names `{name}`, with weight {ref.weight or 1}, which takes precedence"
            return _removable(entry, why, help_)
    disabled = any(ref.name in {name, "*"} for ref in score.disabled)
    if disabled and subject.runs(name, SCORE, entry.profile) is False and subject.implements(name, SCORE):
        return _removable(entry, f"`{name}` is disabled at `score`", "Remove it, or let the plugin score.")
    return None


def _at_other_point(subject: Subject, entry: PluginEntry) -> _Reason | None:
    """Return why a weight does nothing at a point that nothing is weighed at; None where it is that of a score."""
    name, release = entry.ref.name, subject.configuration.release
    if entry.point in release.score_weight_points and subject.runs(name, SCORE, entry.profile):
        last = weighing_entry(name, entry.profile.enabled_at, release)
        if last is not None and last.ref.path == entry.path:
            return None
        if last is not None and last.point != SCORE:
            why = f"Kubernetes {release.name} takes the weight of `{name}` from `{last.point}`, which comes later"
            return _removable(entry, why, "Remove it.")
    why = f"weights only have an effect at `score`, not at `{entry.point}`"
    return _removable(entry, why, "Remove it, or set the weight at `score`.")


def _removable(entry: PluginEntry, why: str, help_: str) -> _Reason:
    return _Reason(why, help_, Remedy("Remove the weight", (RemedyChange(Act.REMOVE, (*entry.path, "weight")),)))


def _problem(entry: PluginEntry, reason: _Reason) -> Problem:
    message = f"this weight of {entry.ref.weight} does nothing: {reason.why}"
    return advice(ID, (*entry.path, "weight"), message, reason.help, remedy=reason.remedy)


RULE = Rule(
    id=ID,
    title="A weight has no effect",
    why="A weight multiplies a plugin's score. It is ignored at other points, for plugins that do not score or are "
    "disabled, and if the same plugin has an entry at score. Up to 1.21, the last extension point that enables the "
    "plugin decides: an entry at preBind or permit replaces the weight at score, even without a weight of its own.",
    source="pkg/scheduler/framework/runtime/framework.go, getScoreWeights, up to 1.21 pluginsNeeded",
    evidence=(
        Citation("https://github.com/kubernetes/kubernetes/issues/101087", "weights of plugins that do not score"),
        Citation("https://github.com/kubernetes/kubernetes/issues/100613", "a weight that another point replaces"),
        Citation(
            "https://github.com/tanjunchen/tanjunchen-scheduler/blob/c731c89130dc77195a0676391f7b0d4945c4e3c3/deploy/scheduler-config.yaml",
            "a weight at `filter`",
        ),
    ),
    check=check,
    asks_why=True,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      filter:
        enabled:
          - name: NodeResourcesFit
            weight: 10
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 10
"""),
)

"""Weights where nothing is weighed."""

from collections.abc import Iterator

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.configuration.effective.model import EMPTY_SET, WEIGHTED
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, does_nothing
from schedcfg.configuration.effective.written import weighing_points
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "weight-without-effect"

_OTHER = "placementScore"
"""The other point at which weights count."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each weight above 1 that no score is multiplied with; 1 is what counts anyway."""
    version = subject.configuration.api_version
    for entry in subject.enabled:
        if entry.ref.weight in {0, 1} or entry.point in WEIGHTED or does_nothing(version, entry.point):
            continue
        reason = _reason(subject, entry)
        if reason is not None:
            yield _problem(entry, reason)
    for entry in subject.disabled:
        if entry.ref.weight not in {0, 1}:
            yield _problem(entry, ("a disabled plugin has no weight", "Remove it, or enable the plugin with it."))


def _reason(subject: Subject, entry: PluginEntry) -> tuple[str, str] | None:
    """Return why the weight does nothing, and what to do; None where it counts, or may."""
    name, point = entry.ref.name, entry.point
    if point != MULTI_POINT:
        return f"weights only have an effect at `score`, not at `{point}`", "Remove it, or set the weight at `score`."
    if all(subject.implements(name, one) is False for one in WEIGHTED):
        return f"`{name}` does not score", "Remove it."
    runs = subject.runs(name, _OTHER, entry.profile)
    if runs or (runs is None and _OTHER in weighing_points(subject.configuration)):
        return None  # There it counts, or may, whatever is said at `score`.
    if entry.ref.weight == subject.default_weight(name):
        return None  # Lists of all plugins, as kube-scheduler writes them, repeat it.
    score = entry.profile.merged.get("score", EMPTY_SET)
    for ref in score.enabled:
        if ref.name == name and (ref.weight or 1) != entry.ref.weight:
            help_ = "Write the weight at `score`, or remove the plugin from one of the two lists."
            return f"`score` also names `{name}`, with weight {ref.weight or 1}, which takes precedence", help_
    disabled = any(ref.name in {name, "*"} for ref in score.disabled)
    if disabled and subject.runs(name, "score", entry.profile) is False and subject.implements(name, "score"):
        return f"`{name}` is disabled at `score`", "Remove it, or let the plugin score."
    return None


def _problem(entry: PluginEntry, reason: tuple[str, str]) -> Problem:
    why, help_ = reason
    path = (*entry.path, "weight")
    return advice(
        ID,
        path,
        f"this weight of {entry.ref.weight} does nothing: {why}",
        help_,
        remedy=Remedy("Remove the weight", (RemedyChange(Act.REMOVE, path),)),
    )


RULE = Rule(
    id=ID,
    title="A weight has no effect",
    why="A weight multiplies a plugin's score. It is ignored at other points, for plugins that do not score or are "
    "disabled, and if the same plugin has an entry at score.",
    source="pkg/scheduler/framework/runtime/framework.go, getScoreWeights",
    evidence=(
        Citation("https://github.com/kubernetes/kubernetes/issues/101087", "weights of plugins that do not score"),
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

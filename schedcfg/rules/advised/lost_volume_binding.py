"""Volumes that are chosen for Pods, and never bound."""

from collections.abc import Iterator, Sequence

from schedcfg.cards import Citation, v1_configuration
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice, maybe_replaced

ID = "lost-volume-binding"

_PLUGIN = "VolumeBinding"
_LATER = ("reserve", "preBind")


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry that keeps VolumeBinding, which filters, from binding what it has found."""
    for entry in subject.disabled:
        point, profile = entry.point, entry.profile
        if point not in _LATER or entry.ref.name not in {_PLUGIN, "*"} or subject.runs(_PLUGIN, point, profile):
            continue
        if subject.runs(_PLUGIN, "filter", profile):
            yield _problem(entry, subject.replacements(profile, *_LATER))


def _problem(entry: PluginEntry, others: Sequence[str]) -> Problem:
    lost = f"`{_PLUGIN}` finds volumes at `filter`, but is disabled at `{entry.point}`, where it binds them"
    help_ = f"Keep `{_PLUGIN}` enabled at `{entry.point}`."
    path = (*entry.path, "name")
    if others:
        return advice(ID, path, f"{lost}; {maybe_replaced(others)}", help_, Severity.INFO)
    message = f"Pods are placed on nodes, and wait there for their volumes: {lost}"
    return advice(ID, path, message, help_, Severity.ERROR)


RULE = Rule(
    id=ID,
    title="Volumes are found but not bound",
    why="A claim that waits for its first consumer is bound by the scheduler, at reserve and preBind. Without that, "
    "the Pod is bound to a node where its claim stays pending.",
    source="pkg/scheduler/framework/plugins/volumebinding/volume_binding.go, Reserve and PreBind",
    evidence=(
        Citation("https://github.com/kubernetes/website/issues/36424", "VolumeBinding disabled at reserve and preBind"),
        Citation(
            "https://github.com/Smarra/custom-kube-scheduler/blob/3ba920dbaa6fef3d5f2a9169e417bbc36837ec4f/K8s_scheduler_research/test-framework/deployment/second-scheduler.yml",
            "the same in a second scheduler",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
profiles:
  - plugins:
      preBind:
        disabled:
          - name: "*"
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      permit:
        disabled:
          - name: "*"
"""),
)

"""Bind plugins behind the default one, which leaves nothing to them."""

from collections.abc import Iterator

from schedcfg.effective import framework
from schedcfg.effective.framework import MULTI_POINT
from schedcfg.effective.model import EMPTY_SET, PluginRef, Profile
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "unreached-binder"

_BIND, _DEFAULT = "bind", "DefaultBinder"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin enabled at bind that runs behind DefaultBinder."""
    for entry in subject.enabled:
        name, profile = entry.ref.name, entry.profile
        # What MultiPoint names as well overrides there, and comes first.
        if entry.point != _BIND or name == _DEFAULT or _in_multi_point(name, profile):
            continue
        running = framework.running_at(_BIND, profile, subject.configuration.release, subject.points_of)
        if _default_first(running, entry.ref):
            yield _problem(entry)


def _in_multi_point(name: str, profile: Profile) -> bool:
    return any(ref.name == name for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled)


def _default_first(running: list[PluginRef], ref: PluginRef) -> bool:
    names = [one.name for one in running]
    return _DEFAULT in names and ref in running and names.index(_DEFAULT) < running.index(ref)


def _problem(entry: PluginEntry) -> Problem:
    disabled = entry.profile.written[_BIND].disabled
    place = (*entry.path[:-2], "disabled", len(disabled))
    return advice(
        ID,
        (*entry.path, "name"),
        f"`{entry.ref.name}` is never called at `bind`: `{_DEFAULT}` runs before it, and binds every Pod",
        f"Disable `{_DEFAULT}` at `{_BIND}`; to keep it for Pods that `{entry.ref.name}` skips, enable it again after "
        "it.",
        Severity.ERROR,
        Remedy(f"Disable `{_DEFAULT}`", (RemedyChange(Act.INSERT, place, {"name": _DEFAULT}),), is_safe=False),
    )


RULE = Rule(
    id=ID,
    title="A bind plugin is never reached",
    why="Only the first bind plugin that does not skip a Pod is used, and DefaultBinder skips none. Default plugins "
    "run before added ones.",
    source="pkg/scheduler/framework/runtime/framework.go, RunBindPlugins; "
    "pkg/scheduler/framework/plugins/defaultbinder/default_binder.go",
    check=check,
    asks_why=True,
    severity=Severity.ERROR,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      bind:
        enabled:
          - name: MyBinder
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      bind:
        disabled:
          - name: DefaultBinder
        enabled:
          - name: MyBinder
          - name: DefaultBinder
""",
)

"""Bind plugins behind the default one, which leaves nothing to them."""

from collections.abc import Iterator
from itertools import groupby

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import PluginRef
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "unreached-binder"

_BIND, _DEFAULT = "bind", "DefaultBinder"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each plugin enabled at bind that runs behind DefaultBinder."""
    for _, entries in groupby(filter(_is_of_user, subject.enabled), key=lambda entry: entry.profile.index):
        plugin_entries = tuple(entries)
        running = plugin_sets.running_at(
            _BIND, plugin_entries[0].profile, subject.configuration.release, subject.points_of
        )
        behind = _behind_default(running)
        yield from (_problem(entry) for entry in plugin_entries if entry.ref in behind)


def _is_of_user(entry: PluginEntry) -> bool:
    """Return whether a plugin of the user is enabled at bind only: what MultiPoint enables comes first."""
    in_multi_point = entry.profile.enabled_at.get(MULTI_POINT, ())
    return entry.point == _BIND and entry.ref.name != _DEFAULT and entry.ref.name not in in_multi_point


def _behind_default(running: list[PluginRef]) -> set[PluginRef]:
    names = [ref.name for ref in running]
    first = names.index(_DEFAULT) if _DEFAULT in names else len(names)
    return {*running[first:]} - {*running[:first]}


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
        Remedy(
            f"Disable `{_DEFAULT}`",
            (RemedyChange(Act.INSERT, place, {"name": _DEFAULT}),),
            unsafe="another plugin binds the Pods",
        ),
    )


RULE = Rule(
    id=ID,
    title="A bind plugin is never reached",
    why="Only the first bind plugin that does not skip a Pod is used, and DefaultBinder skips none. Default plugins "
    "run before added ones.",
    source="pkg/scheduler/framework/runtime/framework.go, RunBindPlugins; "
    "pkg/scheduler/framework/plugins/defaultbinder/default_binder.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/framework/runtime/framework.go",
            "`RunBindPlugins` ends with the first plugin that does not skip",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.ERROR,
    bad=v1_configuration("""\
profiles:
  - plugins:
      bind:
        enabled:
          - name: MyBinder
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      bind:
        disabled:
          - name: DefaultBinder
        enabled:
          - name: MyBinder
          - name: DefaultBinder
"""),
)

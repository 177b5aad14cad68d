"""Profiles that would sort the one scheduling queue in different ways."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.effective.model import EMPTY_SET, PluginSet, Profile
from schedcfg.rules.rule import Rule, Subject

ID = "common-queue-sort"

_LAST_WITH_POINTERS = 20
_FIRST_VALIDATING = 22
"""From 1.22 on validation counts the plugins that sort, and compares their args."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile whose queueSort, as validation compares it, is not that of the first one."""
    config = subject.configuration
    first, *others = config.profiles
    number = config.release.number
    wanted = _comparable(first, number)
    for profile in others:
        if _comparable(profile, number) != wanted:
            yield Problem(
                ID,
                (*profile.path, "plugins", "queueSort"),
                "queueSort must be the same in all profiles; this one differs from profiles[0]",
                "All profiles share one queue: copy `plugins.queueSort` of the first profile, `disabled` included.",
            )
    if number >= _FIRST_VALIDATING:
        yield from _counted(first)
    yield from _args(first, others, number)


def _comparable(profile: Profile, number: int) -> object:
    written = profile.validated.get("queueSort")
    if written is None and number <= _LAST_WITH_POINTERS:
        return None
    plugin_set: PluginSet = written or EMPTY_SET
    return [[(ref.name, ref.weight) for ref in refs] for refs in plugin_set]


def _counted(first: Profile) -> Iterator[Problem]:
    enabled = first.validated.get("queueSort", EMPTY_SET).enabled
    if len(enabled) > 1:
        own = next((ref.path for ref in reversed(enabled) if ref.path is not None), None)
        names = ", ".join(f"`{ref.name}`" for ref in enabled)
        yield Problem(
            ID,
            own or (*first.path, "plugins", "queueSort", "enabled"),
            f"only one queueSort plugin can be enabled, here are {len(enabled)}: {names}",
            "Disable the default one: `queueSort: {disabled: [{name: '*'}], enabled: [{name: …}]}`.",
        )


def _args(first: Profile, others: list[Profile], number: int) -> Iterator[Problem]:
    enabled = first.merged.get("queueSort", EMPTY_SET).enabled
    if not enabled:
        return
    name = enabled[0].name
    wanted = [entry.raw for entry in first.plugin_config if entry.name == name]
    for profile in others:
        for entry in profile.plugin_config:
            if entry.name == name and [entry.raw] != wanted:
                place: Path = (*entry.path, "args")
                # Validation leaves the index out; before 1.22 the profiles' map refuses, and names no path.
                path: Path = place if number < _FIRST_VALIDATING else (*entry.path[:-1], "args")
                yield Problem(
                    ID,
                    path,
                    f"the args of the queueSort plugin `{name}` must be the same in all profiles",
                    "Copy its `pluginConfig` entry of the first profile.",
                    place=place,
                )


RULE = Rule(
    id=ID,
    title="Profiles sort the queue differently",
    why="There is one queue of pending pods for all profiles, so there can be one order.",
    source="pkg/scheduler/apis/config/validation/validation.go, validateCommonQueueSort",
    check=check,
)

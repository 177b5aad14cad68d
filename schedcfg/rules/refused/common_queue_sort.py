"""Profiles that would sort the one scheduling queue in different ways."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.effective import framework
from schedcfg.effective.model import EMPTY_SET, ArgsEntry, PluginSet, Profile
from schedcfg.releases.release import Release
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
    yield from _args(subject, first, others)


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


def _args(subject: Subject, first: Profile, others: list[Profile]) -> Iterator[Problem]:
    """Yield each profile that gives the plugin that sorts other args than the first one does, or none.

    Upstream: `cfgValidator` in `pkg/scheduler/profile/profile.go`.
    """
    release = subject.configuration.release
    sorting = framework.running_at("queueSort", first, release, subject.implements)
    if not sorting or not others:
        return
    name = sorting[0].name
    entry = _entry(first, name)
    wanted = None if entry is None else entry.raw
    for profile in others:
        own = _entry(profile, name)
        if wanted != (None if own is None else own.raw):
            place: Path = (*profile.path, "pluginConfig") if own is None else (*own.path, "args")
            yield Problem(
                ID,
                place if own is None or not _validated(first, name, release) else (*own.path[:-1], "args"),
                f"the args of the queueSort plugin `{name}` must be the same in all profiles",
                "Give it the same `pluginConfig` entry in all profiles, or none.",
                place=place,
            )


def _entry(profile: Profile, name: str) -> ArgsEntry | None:
    return next((entry for entry in profile.plugin_config if entry.name == name), None)


def _validated(first: Profile, name: str, release: Release) -> bool:
    """Tell whether validation compares the args already, whose path has no index: MultiPoint is unknown to it."""
    enabled = first.validated.get("queueSort", EMPTY_SET).enabled
    return release.number >= _FIRST_VALIDATING and bool(enabled) and enabled[0].name == name


RULE = Rule(
    id=ID,
    title="Profiles sort the queue differently",
    why="There is one queue of pending pods for all profiles, so there can be one order.",
    source="pkg/scheduler/apis/config/validation/validation.go, validateCommonQueueSort; pkg/scheduler/profile",
    check=check,
)

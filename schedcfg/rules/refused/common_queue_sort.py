"""Profiles that would sort the one scheduling queue in different ways."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective import args, plugin_sets
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.model import EMPTY_SET, ArgsEntry, PluginSet, Profile
from schedcfg.document.span import Path
from schedcfg.findings import Problem
from schedcfg.releases.release import Release
from schedcfg.rules.rule import Rule, Subject

ID = "common-queue-sort"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile whose queueSort, as validation compares it, is not that of the first one."""
    first, *others = subject.configuration.profiles
    validates = subject.configuration.release.validates_queue_sort
    if validates:
        yield from _problems_of_count(first)
    if not others:
        return
    yield from _sets(subject.configuration.release, first, others)
    validated = list(_validated_args(subject, first, others)) if validates else []
    yield from validated
    reported = {problem.place for problem in validated}
    yield from (problem for problem in _args(subject, first, others) if problem.place not in reported)


def _sets(release: Release, first: Profile, others: list[Profile]) -> Iterator[Problem]:
    wanted = _comparable(first, release)
    for profile in others:
        if _comparable(profile, release) != wanted:
            yield Problem(
                ID,
                (*profile.path, "plugins", "queueSort"),
                "queueSort must be the same in all profiles; this one differs from profiles[0]",
                "All profiles share one queue: copy `plugins.queueSort` of the first profile, including `disabled`.",
            )


def _comparable(profile: Profile, release: Release) -> object:
    written = profile.validated.get("queueSort")
    if written is None and release.compares_queue_sort_pointers:
        return None
    plugin_set: PluginSet = written or EMPTY_SET
    # Without the defaults merged in, a list that is written but empty is no list left out.
    lists = None if release.validates_merged_plugins else profile.queue_sort_lists
    return lists, [[(ref.name, ref.weight) for ref in refs] for refs in plugin_set]


def _problems_of_count(first: Profile) -> Iterator[Problem]:
    enabled = first.validated.get("queueSort", EMPTY_SET).enabled
    if len(enabled) > 1:
        own = next((ref.path for ref in reversed(enabled) if ref.path is not None), None)
        names = ", ".join(f"`{ref.name}`" for ref in enabled)
        yield Problem(
            ID,
            own or (*first.path, "plugins", "queueSort", "enabled"),
            f"only one queueSort plugin can be enabled, but there are {len(enabled)}: {names}",
            "Disable the default one: `queueSort: {disabled: [{name: '*'}], enabled: [{name: …}]}`."
            if len({ref.name for ref in enabled}) > 1
            else "Keep one of the two entries."
            if all(ref.path for ref in enabled)
            else "Remove the entry: this plugin is enabled by default.",
        )


def _validated_args(subject: Subject, first: Profile, others: list[Profile]) -> Iterator[Problem]:
    """Yield what validation compares: the entries for the plugin that the first profile's queueSort names.

    It ignores MultiPoint: where queueSort names no plugin, it looks for entries whose name is empty, and
    requires them to have no args. Of several entries in the first profile the last one counts.
    """
    enabled = first.validated.get("queueSort", EMPTY_SET).enabled
    name = enabled[0].name if enabled else ""
    own = _entries(first, name, subject) if name else []
    wanted = _meant(own[-1], name, subject) if own else None
    for profile in others:
        for entry in _entries(profile, name, subject):
            if _meant(entry, name, subject) != wanted:
                yield _different(name, (*profile.path, "pluginConfig", "args"), _place(profile, entry))


def _args(subject: Subject, first: Profile, others: list[Profile]) -> Iterator[Problem]:
    """Yield each profile that gives the plugin that sorts other args than the first one does, or none.

    Upstream: `cfgValidator` in `pkg/scheduler/profile/profile.go`.
    """
    sorting = plugin_sets.running_at("queueSort", first, subject.configuration.release, subject.points_of)
    if not sorting:
        return
    name = sorting[0].name
    wanted = _first(first, name, subject)
    for profile in others:
        if _first(profile, name, subject) != wanted:
            place = _place(profile, next(iter(_entries(profile, name, subject)), None))
            yield _different(name, place, place)


def _entries(profile: Profile, name: str, subject: Subject) -> list[ArgsEntry | None]:
    """Return a profile's entries for a plugin, in order; None represents the one that defaulting appends."""
    written: list[ArgsEntry | None] = [entry for entry in profile.plugin_config if entry.name == name]
    config = subject.configuration
    if config.release.validates_queue_sort and args.is_appended(name, profile, config, subject.registry):
        return [*written, None]
    return written


def _first(profile: Profile, name: str, subject: Subject) -> object:
    entries = _entries(profile, name, subject)
    return _meant(entries[0], name, subject) if entries else None


def _meant(entry: ArgsEntry | None, name: str, subject: Subject) -> object:
    """Return Args as they are compared: completed, where their kind is known, else as they were written."""
    if entry is not None and (entry.kind is None or entry.written is None):
        return entry.raw
    config = subject.configuration
    args = of_plugin(name, entry, config, subject.registry)
    return None if args is None else args.wire(config.context)


def _place(profile: Profile, entry: ArgsEntry | None) -> Path:
    return (*profile.path, "pluginConfig") if entry is None else (*entry.path, "args")


def _different(name: str, path: Path, place: Path) -> Problem:
    whose = f"the queueSort plugin `{name}`" if name else "a `pluginConfig` entry without a name"
    return Problem(
        ID,
        path,
        f"the args of {whose} must be the same in all profiles",
        "Give it the same `pluginConfig` entry in all profiles, or none.",
        place=place,
    )


RULE = Rule(
    id=ID,
    title="Profiles sort the queue differently",
    why="All profiles share one queue of pending Pods, so there can only be one order.",
    source="pkg/scheduler/apis/config/validation/validation.go, validateCommonQueueSort; pkg/scheduler/profile",
    check=check,
    bad=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
    plugins:
      queueSort:
        enabled:
          - name: ByDeadline
        disabled:
          - name: "*"
  - schedulerName: batch
"""),
    good=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
    plugins:
      queueSort:
        enabled:
          - name: ByDeadline
        disabled:
          - name: "*"
  - schedulerName: batch
    plugins:
      queueSort:
        enabled:
          - name: ByDeadline
        disabled:
          - name: "*"
"""),
    options=("--plugin", "ByDeadline"),
)

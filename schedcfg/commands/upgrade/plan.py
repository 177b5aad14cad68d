"""The plan for files and folders: what is found, and one hop after the other, each from where the last one ended."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from schedcfg import releases
from schedcfg.commands.diff.rows import rows
from schedcfg.commands.diff.text import in_numbers
from schedcfg.commands.upgrade import folder as kubelets
from schedcfg.commands.upgrade import found, hops
from schedcfg.commands.upgrade.changes import HopContext
from schedcfg.commands.upgrade.configurations import version_of
from schedcfg.commands.upgrade.folder import FolderState, FoundScheduler, Start, Starts, too_much
from schedcfg.commands.upgrade.reading import ReadFile
from schedcfg.commands.upgrade.results import (
    Action,
    EditedFile,
    Hop,
    HopBehavior,
    PlanItem,
    PlannedScheduler,
    PlanPlace,
    UpgradePlan,
    When,
)
from schedcfg.errors import FileGuard, UnknownTarget, UnreadFile
from schedcfg.findings import Verdict, named_in_commands
from schedcfg.releases.notes import notes_of
from schedcfg.releases.release import Release
from schedcfg.sources import patches_in, texts_in
from schedcfg.validation.options import Options


class Route(NamedTuple):
    """The releases that an upgrade goes through."""

    source: Release
    target: Release
    version: str | None = None  # The patch release to write for the last one; None: any

    @property
    def hops(self) -> list[tuple[Release, Release]]:
        """Pairs of neighbors: a control plane cannot skip a minor release."""
        numbers = range(self.source.number, self.target.number)
        return [(releases.at(f"1.{number}"), releases.at(f"1.{number + 1}")) for number in numbers]


def route(source: str, target: str) -> Route:
    """Return the way from one release to another.

    Raises:
        UnknownTarget: if one is not known, or the way leads back.
    """
    one, other = releases.at(source), releases.at(target)
    if other.number <= one.number:
        raise UnknownTarget(
            f"{other.name} is not newer than {one.name}", "An upgrade leads to a newer minor release; write both."
        )
    version = target if other.patch is not None else None
    return Route(releases.at(one.name), releases.at(other.name), version)


class Folder(NamedTuple):
    """Folders with the same texts."""

    paths: list[str]
    state: FolderState  # The texts of the first
    encodings: dict[str, str]  # Name of a file → its encoding

    @property
    def files(self) -> list[str]:
        """The paths of what is planned."""
        return [os.path.join(path, name) for path in self.paths for name in sorted(self.state.planned)]

    def places(self, places: Iterable[PlanPlace]) -> tuple[PlanPlace, ...]:
        """Return places of the folder as places of all that are the same."""
        shown = map(self.state.shown, places)
        return tuple(replace(place, path=os.path.join(path, place.path)) for place in shown for path in self.paths)


Watch: TypeAlias = Callable[[int, Callable[[], int]], None]
"""Is called from time to time with how many files are planned, and what counts all."""


def plan(
    files: Sequence[ReadFile], way: Route, options: Options, watch: Watch = lambda _done, _total: None
) -> UpgradePlan:
    """Plan an upgrade.

    Args:
        files: What is upgraded.
        way: The releases on the way.
        options: How texts are validated.
        watch: Sees how far it is.
    """
    within = [_within_limits(file, way) for file in files]
    unread = tuple(UnreadFile(file.path, file.reason or "") for file in within if file.verdict is Verdict.UNREADABLE)
    folders, missing = _folders(within, options)
    planned = _named_in_commands(plan_folders(folders, way, options, (*unread, *missing), watch))
    tests = tuple(PlanPlace(file.path) for file in within if file.has_tests)
    return _with_tests(planned, tests) if tests and folders else planned


def _named_in_commands(planned: UpgradePlan) -> UpgradePlan:
    """Return a plan in whose commands the file is written wherever an item is about one file only."""
    hops_named = (replace(hop, items=tuple(map(_with_file, hop.items))) for hop in planned.hops)
    return replace(planned, today=tuple(map(_with_file, planned.today)), hops=tuple(hops_named))


def _with_file(item: PlanItem) -> PlanItem:
    paths = {place.path for place in item.places}
    return replace(item, help=named_in_commands(item.help, *paths)) if item.help and len(paths) == 1 else item


def _with_tests(planned: UpgradePlan, tests: tuple[PlanPlace, ...]) -> UpgradePlan:
    """Return a plan that names, in each hop, what shows by test where Pods go otherwise."""
    message = "run the tests that say where Pods go with both releases: what differs is shown by test"
    folders = " ".join(_outermost_folders(tests))
    hops_with_tests = []
    for hop in planned.hops:
        programs = f"--binary ./kube-scheduler-{hop.source} --binary ./kube-scheduler-{hop.target}"
        command = f"`schedcfg test {folders} {programs}`"
        own = PlanItem(When.BEFORE, Action.BY_HAND, "run-tests", message, command, places=tests)
        hops_with_tests.append(replace(hop, items=(own, *hop.items)))
    return replace(planned, hops=tuple(hops_with_tests))


def _outermost_folders(places: Iterable[PlanPlace]) -> list[str]:
    """Return the folders of files, without those that are in another one."""
    folders = sorted({os.path.dirname(place.path) or os.curdir for place in places})
    found: list[str] = []
    for folder in folders:
        if not any(os.path.join(folder, "").startswith(os.path.join(outer, "")) for outer in found):
            found.append(folder)
    return found


def _within_limits(file: ReadFile, way: Route) -> ReadFile:
    """Return a file as it is, or with the reason why it is not upgraded."""
    reason: str | None = None
    with FileGuard() as guard:
        reason = too_much(file.text, len(way.hops)) if file.holds_scheduler and file.text is not None else None
    reason = guard.reason or reason
    return file if reason is None else replace(file, verdict=Verdict.UNREADABLE, reason=reason, text=None)


def plan_folders(
    folders: Sequence[Folder],
    way: Route,
    options: Options,
    unread: tuple[UnreadFile, ...],
    watch: Watch = lambda _done, _total: None,
) -> UpgradePlan:
    """Plan the upgrade of folders.

    Args:
        folders: What is upgraded.
        way: The releases on the way.
        options: How texts are validated.
        unread: What could not be read, each with the reason.
        watch: Sees how far it is.
    """
    parts: list[_FolderPlan] = []
    steps = _Steps(folders, len(way.hops), watch)
    for folder in folders:
        with FileGuard() as guard:
            parts.append(_FolderPlan.of(folder, way, options, steps))
        steps.end(folder)
        # What one file of it brings to light concerns what the others are planned with.
        unread += guard.unread(*folder.files)
    return UpgradePlan(
        source=way.source.name,
        target=way.target.name,
        schedulers=_merged_schedulers(scheduler for part in parts for scheduler in part.schedulers),
        today=_merged_items(plan_item for part in parts for plan_item in part.today),
        hops=tuple(_hop(pair, [part.hops[index] for part in parts], way) for index, pair in enumerate(way.hops)),
        unread=unread,
    )


def _folders(files: Sequence[ReadFile], options: Options) -> tuple[list[Folder], list[UnreadFile]]:
    """Return the folders of files, those with the same texts once, and the files of those that cannot be read."""
    by_folder: dict[str, dict[str, ReadFile]] = {}
    for file in files:
        if file.holds_scheduler and file.text is not None:
            folder, name = os.path.split(file.path)
            by_folder.setdefault(folder, {})[name] = file
    known: dict[object, Folder] = {}
    missing: list[UnreadFile] = []
    for path, named in by_folder.items():
        with FileGuard() as guard:
            beside = {text.name: text.stream.text for text in texts_in(path or os.curdir, options.suffixes)}
            texts = {**beside, **{name: file.text or "" for name, file in named.items()}}
            patches = tuple(patches_in(path or os.curdir))
            state = FolderState(path, texts, frozenset(named), patches, options)
            encodings = {name: file.encoding for name, file in named.items()}
            known.setdefault(state.content, Folder([], state, encodings)).paths.append(path)
        missing += guard.unread(*(os.path.join(path, name) for name in sorted(named)))
    return list(known.values()), missing


class _Steps:
    """How far a plan is: folders are planned one after the other, hop by hop."""

    def __init__(self, folders: Sequence[Folder], hops: int, watch: Watch) -> None:
        self._total = sum(len(folder.files) for folder in folders)
        self._hops, self._watch = hops, watch
        self._done = 0

    def take(self, folder: Folder, hops: int) -> None:
        """Show that so many hops of a folder are planned: so large a part of its files is done."""
        self._watch(self._done + len(folder.files) * hops // self._hops, lambda: self._total)

    def end(self, folder: Folder) -> None:
        """Count the files of a folder as done."""
        self._done += len(folder.files)


class _FolderHop(NamedTuple):
    """A hop of one folder, with places in all folders that are the same."""

    items: tuple[PlanItem, ...]
    behavior: tuple[HopBehavior, ...]
    files: tuple[EditedFile, ...]


class _FolderPlan(NamedTuple):
    """The plan for one folder."""

    schedulers: tuple[PlannedScheduler, ...]
    today: tuple[PlanItem, ...]
    hops: tuple[_FolderHop, ...]

    @classmethod
    def of(cls, folder: Folder, way: Route, options: Options, steps: _Steps) -> "_FolderPlan":
        """Plan the hops of a folder, each from the texts that the hop before it leaves."""
        state, starts = folder.state, Starts(folder.state, way.source)
        hops_found: list[_FolderHop] = []
        known = set[tuple[str, str, PlanPlace]]()
        now = found.without_known(
            [item for pair in way.hops for item in found.today(state, HopContext(*pair, options, starts))], known
        )
        is_stopped = False
        for number, (before, after) in enumerate(way.hops):
            steps.take(folder, number)
            if is_stopped:
                hops_found.append(_FolderHop((), (), ()))
                continue
            version = way.version if after is way.target else None
            hop = HopContext(before, after, options, starts, version)
            taken = hops.take_hop(state, hop)
            taken = taken._replace(items=found.without_known(taken.items, known))
            hops_found.append(_placed_hop(taken, state, folder))
            state, is_stopped = taken.state, taken.is_stopped
        hops_left = tuple(_without_resolved(hops_found, state, folder, way))
        today = tuple(replace(plan_item, places=folder.places(plan_item.places)) for plan_item in now)
        return cls(tuple(_schedulers(folder, starts)), today, hops_left)


def _without_resolved(
    planned: Sequence[_FolderHop], state: FolderState, folder: Folder, way: Route
) -> Iterator[_FolderHop]:
    """Yield hops without notes about what a later hop puts right: the last release no longer finds it."""
    left = {
        name: {finding.rule for finding in found.findings(state.report(name, way.target))} for name in state.planned
    }
    paths = {os.path.join(path, name): left[name] for path in folder.paths for name in state.planned}
    for hop in planned[:-1]:
        items = tuple(plan_item for plan_item in hop.items if not _is_resolved(plan_item, paths))
        yield hop._replace(items=items)
    yield from planned[-1:]


def _is_resolved(item: PlanItem, left: Mapping[str, set[str]]) -> bool:
    if item.action is not Action.NOTE or not item.is_finding:
        return False
    return all(item.id not in left[place.path] for place in item.places)


def _placed_hop(taken: hops.FolderHop, before: FolderState, folder: Folder) -> _FolderHop:
    items = tuple(replace(plan_item, places=folder.places(plan_item.places)) for plan_item in taken.items)
    behavior = tuple(
        replace(one, places=folder.places(one.places), changes=before.shown_changes(one.places[0].path, one.changes))
        for one in taken.behavior
    )
    return _FolderHop(items, behavior, tuple(_edited_files(taken, before, folder)))


def _edited_files(taken: hops.FolderHop, before: FolderState, folder: Folder) -> Iterator[EditedFile]:
    for path in folder.paths:
        for name in sorted(before.planned):
            one, halfway, after = (state.written(name) for state in (before, taken.halfway, taken.state))
            if one is not None and halfway is not None and after is not None and one != after:
                encoding = folder.encodings.get(name, "utf-8")
                yield EditedFile(os.path.join(path, name), one, halfway, after, encoding)


def _schedulers(folder: Folder, starts: Starts) -> Iterator[PlannedScheduler]:
    state = folder.state
    for scheduler in state.schedulers:
        start, linked = starts.of_scheduler(scheduler), scheduler.configuration or scheduler.policy
        flag = scheduler.running.flag("config") or scheduler.running.policy_flag
        name = linked.name if linked is not None else "" if flag is None else _named(flag.value)
        place = PlanPlace(scheduler.manifest.file, scheduler.line(scheduler.running.container))
        version = _version(state, scheduler)
        yield _planned(scheduler.running.described, start, name, version, folder.places([place]))
    for name in sorted(state.planned):
        for configuration in state.configurations(name):
            if not state.started_with(name, configuration.key):
                start = starts.of_configuration(name, configuration)
                where = folder.places(
                    [PlanPlace(name, 1 if configuration.document is None else configuration.document.line)]
                )
                version = version_of(configuration)
                kind = "Policy" if version == "Policy" else "configuration"
                yield _planned(kind, start, "", version, where)


def _planned(
    name: str, start: Start, configuration: str, version: str, places: tuple[PlanPlace, ...]
) -> PlannedScheduler:
    return PlannedScheduler(
        name=name,
        kubernetes=f"1.{start.number}",
        is_known=not start.assumption,
        configuration=configuration,
        api_version=version,
        places=places,
        assumption=start.assumption,
    )


def _named(value: str | None) -> str:
    return f"`{value}`, which is not here" if value else "of the product"


def _version(state: FolderState, one: FoundScheduler) -> str:
    configurations = (
        each for name, key in sorted(one.places) for each in state.configurations(name) if (each.key or "") == key
    )
    return next(map(version_of, configurations), "")


def _merged_schedulers(found: Iterable[PlannedScheduler]) -> tuple[PlannedScheduler, ...]:
    places: dict[PlannedScheduler, list[PlanPlace]] = {}
    for scheduler in found:
        places.setdefault(replace(scheduler, places=()), []).extend(scheduler.places)
    return tuple(replace(one, places=tuple(sorted(set(where)))) for one, where in places.items())


def _merged_items(items: Iterable[PlanItem]) -> tuple[PlanItem, ...]:
    """Put together what is the same in several places, in the order of the first."""
    places: dict[PlanItem, list[PlanPlace]] = {}
    for plan_item in items:
        places.setdefault(replace(plan_item, places=()), []).extend(plan_item.places)
    return tuple(replace(one, places=tuple(sorted(set(where)))) for one, where in places.items())


_ORDER = {When.BEFORE: 0, When.WITH: 1, When.AFTER: 2}


def _hop(pair: tuple[Release, Release], parts: Sequence[_FolderHop], way: Route) -> Hop:
    before, after = pair
    # What tables do not show to an operator who comes from the release before.
    notes = (PlanItem(When.WITH, Action.NOTE, "upgrade-note", note) for note in notes_of(after.number).upgrade)
    own = [*notes, *kubelets.items(after, way.source, way.target)] if parts else []
    items = _merged_items([*(plan_item for part in parts for plan_item in part.items), *own])
    ordered = sorted(items, key=lambda plan_item: (_ORDER[plan_item.when], plan_item.action is Action.NOTE))
    return Hop(
        source=before.name,
        target=after.name,
        items=tuple(ordered),
        behavior=tuple(_merged_behavior(behavior for part in parts for behavior in part.behavior)),
        files=tuple(sorted((file for part in parts for file in part.files), key=lambda file: file.path)),
    )


def _merged_behavior(found: Iterable[HopBehavior]) -> Iterator[HopBehavior]:
    """Yield what changes, the same changes of several configurations once."""
    same: dict[tuple[object, ...], list[HopBehavior]] = {}
    for behavior in found:
        names = list(dict.fromkeys(change.profile for change in behavior.changes))
        found_rows = rows(behavior.changes)
        key = tuple((row.mark, row.what, row.before, row.after, names.index(row.change.profile)) for row in found_rows)
        same.setdefault((len(behavior.profiles), key), []).append(behavior)
    for group in same.values():
        places = sorted({place for behavior in group for place in behavior.places})
        yield replace(group[0], places=tuple(places), summary=in_numbers(group[0].changes))

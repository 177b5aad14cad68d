"""Several profiles planned together, and the file of them and the settings outside of profiles.

A plan is written as a profile: the entries that an API version needs to make it out of the defaults.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Self

from schedcfg.commands.generate.presets import all_presets
from schedcfg.commands.generate.profile_changes import ProfileChanges, apply_changes
from schedcfg.commands.generate.profile_plan import (
    PLUGIN_CONFIG,
    QUEUE_SORT,
    SCORE,
    BuildContext,
    Commented,
    Preset,
    PresetOptions,
    ProfilePlan,
)
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document import yaml_writer
from schedcfg.document.span import Path
from schedcfg.errors import WrongRequest
from schedcfg.models.described import in_api_order
from schedcfg.releases.release import GROUP

_EVERYTHING = "*"


def write_profile(plan: ProfilePlan, scheduler_name: str, summary: str) -> Commented:
    """Write a profile.

    Args:
        plan: What it shall run.
        scheduler_name: Its name.
        summary: What it is for.
    """
    data: dict[str, Any] = {"schedulerName": scheduler_name}
    comments: dict[Path, str] = {(): summary}
    for entry in entries(plan):
        point = data.setdefault("plugins", {}).setdefault(entry.point, {})
        items = point.setdefault(entry.listed, [])
        comments["plugins", entry.point, entry.listed, len(items)] = entry.why
        items.append({"name": entry.name} | ({} if entry.weight is None else {"weight": entry.weight}))
    for name in sorted(plan.args):
        items = data.setdefault(PLUGIN_CONFIG, [])
        comments[PLUGIN_CONFIG, len(items)] = plan.reasons[PLUGIN_CONFIG, name]
        items.append({"name": name, "args": plan.args[name]})
    return Commented(data, comments)


class PluginSetEntry(NamedTuple):
    """One entry of a plugin set."""

    point: str
    listed: str  # The list that it is in: `enabled` or `disabled`
    name: str  # The plugin, or `*`
    why: str
    weight: int | None = None  # What it weighs; None where nothing is written


def entries(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    """Yield what has to be written; of each list in running order.

    Where `multiPoint` takes effect, it has once what would be the same at several points. New weights are there
    too: a plugin that a point names although `multiPoint` brings it is what some patch releases of 1.23 to 1.29
    stumble over (kubernetes/kubernetes#122066). queueSort is always written out: validation compares it between
    profiles, and knows nothing of `multiPoint`.
    """
    spread = _spread(plan) if plan.context.spreads else {}
    yield from spread.values()
    for point in plan.context.points:
        if point in plan.cleared:
            yield PluginSetEntry(point, "disabled", _EVERYTHING, plan.cleared[point])
        else:
            yield from _disabled(plan, point, spread)
        yield from _enabled(plan, point, spread)


_Spread = dict[tuple[str, str], PluginSetEntry]
"""(list, plugin) → its entry at `multiPoint`."""


def _spread(plan: ProfilePlan) -> _Spread:
    """Find what is best written at `multiPoint`."""
    set_entries = [*_disabled_everywhere(plan), *_enabled_everywhere(plan), *_reweight(plan)]
    set_entries += [
        PluginSetEntry(MULTI_POINT, "enabled", name, plan.reasons[MULTI_POINT, name], _weight(weight))
        for name, weight in plan.anywhere.items()
    ]
    return {(entry.listed, entry.name): entry for entry in set_entries}


def _disabled_everywhere(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    """Yield the plugins that are gone from all of the several points at which they run by default."""
    defaults = plan.context.defaults
    for name in dict.fromkeys(name for plugins in defaults.values() for name in plugins):
        points = [point for point, plugins in defaults.items() if name in plugins]
        removed = all(name not in plan.running[point] and point not in plan.cleared for point in points)
        if removed and len(points) > 1:
            yield PluginSetEntry(MULTI_POINT, "disabled", name, plan.reasons[points[0], name])


def _enabled_everywhere(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    """Yield the plugins that are new at all of the points that they implement, if that takes several entries."""
    for name in dict.fromkeys(name for plugins in plan.running.values() for name in plugins):
        points = plan.context.points_of(name) or ()
        new = all(name in plan.running[point] and not _by_default(plan, point, name) for point in points)
        written = [point for point in points if point not in plan.cleared and point != QUEUE_SORT]
        if new and len(written) > 1:
            yield PluginSetEntry(
                MULTI_POINT,
                "enabled",
                name,
                plan.reasons[written[0], name],
                _weight(plan.scores[name]) if SCORE in written else None,
            )


def _reweight(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    for name, weight in plan.scores.items():
        if SCORE not in plan.cleared and plan.context.defaults[SCORE].get(name, weight) != weight:
            yield PluginSetEntry(MULTI_POINT, "enabled", name, plan.reasons[SCORE, name], weight)


def _disabled(plan: ProfilePlan, point: str, spread: _Spread) -> Iterator[PluginSetEntry]:
    """Yield the default plugins that a point loses; up to v1beta1 those with another weight too."""
    for name, weight in plan.context.defaults.get(point, {}).items():
        here = plan.running[point].get(name)
        lost = here is None or (here != weight and plan.context.appends)
        if lost and ("disabled", name) not in spread:
            yield PluginSetEntry(point, "disabled", name, plan.reasons[point, name])


def _enabled(plan: ProfilePlan, point: str, spread: _Spread) -> Iterator[PluginSetEntry]:
    """Yield the plugins that a point gets, or whose weight changes there."""
    defaults = {} if point in plan.cleared else plan.context.defaults.get(point, {})
    for name, weight in plan.running[point].items():
        brought = ("enabled", name) in spread and plan.context.implements(name, point) and point not in plan.cleared
        if defaults.get(name) != weight and not brought:
            written = weight if name in defaults else _weight(_decisive(weight, name, point, plan))
            yield PluginSetEntry(point, "enabled", name, plan.reasons[point, name], written)


def _decisive(weight: int, name: str, point: str, plan: ProfilePlan) -> int:
    """Return what an entry weighs: that of the plugin's score, where a release reads it at this point, too."""
    order = plan.context.release.score_weight_points
    is_later = point in order[order.index(SCORE) + 1 :]
    return plan.scores.get(name, weight) if is_later else weight


def _by_default(plan: ProfilePlan, point: str, name: str) -> bool:
    return name in plan.context.defaults.get(point, {})


def _weight(weight: int) -> int | None:
    """Leave out what is meant where nothing is written."""
    return weight if weight > 1 else None


class TopLevelSettings(NamedTuple):
    """Settings of the whole file; None leaves one out, so that kube-scheduler's default holds."""

    kubeconfig: str | None = None
    leader_elect: bool | None = None
    lease: str | None = None
    lease_namespace: str | None = None
    lease_duration: str | None = None  # How long others wait before they take over, e.g. `15s`.
    renew_deadline: str | None = None
    retry_period: str | None = None
    # After how many fitting nodes, in percent, the search ends; 0: it depends on the cluster's size
    percentage_of_nodes_to_score: int | None = None

    def beside_default_scheduler(self, names: Sequence[str]) -> Self:
        """Return settings by which schedulers of some names do not wait for the lease of the default scheduler."""
        if self._election() or DEFAULT_SCHEDULER in names:
            return self
        return self._replace(lease=names[0])

    def written(self) -> Commented:
        """Write those that are set."""
        data: dict[str, Any] = {}
        comments: dict[Path, str] = {}
        if self.kubeconfig is not None:
            data["clientConnection"] = {"kubeconfig": self.kubeconfig}
            comments["clientConnection",] = "With --config, the flag --kubeconfig has no effect."
        if election := self._election():
            data["leaderElection"] = election
            if self.lease is not None:
                comments["leaderElection", "resourceName"] = "A separate lease: no other scheduler may use it."
        if self.percentage_of_nodes_to_score is not None:
            data["percentageOfNodesToScore"] = self.percentage_of_nodes_to_score
            comments["percentageOfNodesToScore",] = (
                "Once this percentage of the nodes is feasible, the scheduler stops looking."
                if self.percentage_of_nodes_to_score
                else "The larger the cluster, the smaller the percentage of nodes that are examined."
            )
        return Commented(data, comments)

    def _election(self) -> dict[str, Any]:
        values = {
            "leaderElect": self.leader_elect,
            "resourceName": self.lease,
            "resourceNamespace": self.lease_namespace,
            "leaseDuration": self.lease_duration,
            "renewDeadline": self.renew_deadline,
            "retryPeriod": self.retry_period,
        }
        return {name: value for name, value in values.items() if value is not None}


class ProfileRequest(NamedTuple):
    """One profile that is requested."""

    scheduler_name: str
    preset: Preset
    changes: ProfileChanges = ProfileChanges()  # What else is wanted of it

    @property
    def plugins(self) -> frozenset[str]:
        """The names of plugins that have to exist."""
        return self.preset.plugins | self.changes.plugins


class Planned(NamedTuple):
    """A request with its plan."""

    request: ProfileRequest
    plan: ProfilePlan

    @property
    def written(self) -> Commented:
        """The profile."""
        return write_profile(self.plan, self.request.scheduler_name, self.request.preset.summary)


def plan_profiles(requests: Sequence[ProfileRequest], options: PresetOptions, context: BuildContext) -> list[Planned]:
    """Plan profiles of one file.

    Raises:
        WrongRequest: if two have the same name, or sort the queue differently; if an option belongs to none of
            them; if a change or an option makes no sense.
    """
    _check_names(requests)
    _check_options(requests, options)
    planned = []
    for request in requests:
        made = ProfilePlan(context)
        request.preset.shape(made, options)
        apply_changes(request.changes, made)
        planned.append(Planned(request, made))
    _share_queue([one.plan for one in planned])
    return planned


def write_file(planned: Sequence[Planned], settings: TopLevelSettings, context: BuildContext) -> str:
    """Write the whole file."""
    names = [one.request.scheduler_name for one in planned]
    head, comments = settings.beside_default_scheduler(names).written()
    data: dict[str, Any] = {
        "apiVersion": f"{GROUP}/{context.api_version}",
        "kind": "KubeSchedulerConfiguration",
        **head,
        "profiles": [],
    }
    comments = {(): f"For kube-scheduler {context.release.name}, passed with --config.", **comments}
    for one in planned:
        comments |= _put(one.written, "profiles", data)
        for extender in one.plan.extenders:
            comments |= _put(extender, "extenders", data)
    return yaml_writer.write(in_api_order(data, context.api_version), comments)


def _put(written: Commented, key: str, data: dict[str, Any]) -> dict[Path, str]:
    items = data.setdefault(key, [])
    if written.data in items:
        return {}
    items.append(written.data)
    return written.below((key, len(items) - 1))


def _check_names(requests: Sequence[ProfileRequest]) -> None:
    names = [request.scheduler_name for request in requests]
    for name in names:
        if not name:
            raise WrongRequest("a profile needs a name", "Pods select it with spec.schedulerName.")
        if names.count(name) > 1:
            raise WrongRequest(f"two profiles have the name `{name}`", "Give each profile its own name.")


def _check_options(requests: Sequence[ProfileRequest], options: PresetOptions) -> None:
    read = {name for request in requests for name in request.preset.options}
    for option in sorted(options.chosen_names - read):
        flag = f"--{option.replace('_', '-')}"
        presets = ", ".join(preset.name for preset in all_presets().values() if option in preset.options)
        used = ", ".join(dict.fromkeys(request.preset.name for request in requests))
        raise WrongRequest(f"{flag} has no effect for {used}", f"It belongs to {presets}.")


def _share_queue(plans: Sequence[ProfilePlan]) -> None:
    """Make all profiles sort the one queue as the one does that asks for another way.

    Upstream: `validateCommonQueueSort` in `pkg/scheduler/apis/config/validation/validation.go`.
    """
    with_sorting = [plan for plan in plans if plan.sorting is not None]
    for one in with_sorting[1:]:
        if one.sorting != with_sorting[0].sorting:
            raise WrongRequest(
                f"one profile sorts the queue by {with_sorting[0].sorting}, another one by {one.sorting}",
                "All profiles of a scheduler share one queue; run two schedulers.",
            )
    if not with_sorting:
        return
    sorting = str(with_sorting[0].sorting)
    for plan in plans:
        if plan.sorting is None:
            plan.sort_by(sorting, "All profiles share the queue, and another profile sorts it like this.")
        if sorting in with_sorting[0].args:
            plan.give(sorting, with_sorting[0].args[sorting], with_sorting[0].reasons[PLUGIN_CONFIG, sorting])

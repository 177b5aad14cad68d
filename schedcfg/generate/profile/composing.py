"""Several profiles planned together, and the file of them and the settings outside of profiles."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from schedcfg.document import yaml_writer
from schedcfg.document.span import Path
from schedcfg.errors import WrongRequest
from schedcfg.generate.profile import changes, writing
from schedcfg.generate.profile.changes import ProfileChanges
from schedcfg.generate.profile.plan import PLUGIN_CONFIG, BuildContext, Commented, ProfilePlan
from schedcfg.generate.profile.preset import Preset, PresetOptions
from schedcfg.generate.profile.presets import all_presets
from schedcfg.models.described import in_api_order
from schedcfg.releases.release import GROUP


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
        return writing.write_profile(self.plan, self.request.scheduler_name, self.request.preset.summary)


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
        changes.apply_changes(request.changes, made)
        planned.append(Planned(request, made))
    _share_queue([one.plan for one in planned])
    return planned


def write_file(planned: Sequence[Planned], settings: TopLevelSettings, context: BuildContext) -> str:
    """Write the whole file."""
    head, comments = settings.written()
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
    with_sorting = [one for one in plans if one.sorting is not None]
    for one in with_sorting[1:]:
        if one.sorting != with_sorting[0].sorting:
            raise WrongRequest(
                f"one profile sorts the queue by {with_sorting[0].sorting}, another one by {one.sorting}",
                "All profiles of a scheduler share one queue; run two schedulers.",
            )
    if not with_sorting:
        return
    sorting = str(with_sorting[0].sorting)
    for one in plans:
        if one.sorting is None:
            one.sort_by(sorting, "All profiles share the queue, and another profile sorts it like this.")
        if sorting in with_sorting[0].args:
            one.give(sorting, with_sorting[0].args[sorting], with_sorting[0].reasons[PLUGIN_CONFIG, sorting])

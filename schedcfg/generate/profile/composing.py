"""Several profiles planned together, and the file that they make."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from schedcfg.document import commented_yaml
from schedcfg.document.path import Path
from schedcfg.errors import WrongRequest
from schedcfg.generate.profile import applying, writing
from schedcfg.generate.profile.commented import Commented
from schedcfg.generate.profile.ground import Ground
from schedcfg.generate.profile.plan import PLUGIN_CONFIG, Plan
from schedcfg.generate.profile.preset import Options, Preset
from schedcfg.generate.profile.presets import all_presets
from schedcfg.generate.profile.settings import Settings
from schedcfg.generate.profile.wishes import Wishes
from schedcfg.releases.release import GROUP


class Request(NamedTuple):
    """One profile that is asked for.

    Attributes:
        scheduler_name: Its name.
        preset: What kind of profile.
        wishes: What else is wanted of it.
    """

    scheduler_name: str
    preset: Preset
    wishes: Wishes = Wishes()

    @property
    def plugins(self) -> frozenset[str]:
        """The names of plugins that have to exist."""
        return self.preset.plugins | self.wishes.plugins


class Planned(NamedTuple):
    """A request with its plan."""

    request: Request
    plan: Plan

    @property
    def written(self) -> Commented:
        """The profile."""
        return writing.profile(self.plan, self.request.scheduler_name, self.request.preset.summary)


def plan(requests: Sequence[Request], options: Options, ground: Ground) -> list[Planned]:
    """Plan profiles that will stand in one file.

    Raises:
        WrongRequest: if two have the same name, or sort the queue differently; if an option belongs to none of
            them; if a wish or an option makes no sense.
    """
    _check_names(requests)
    _check_options(requests, options)
    planned = []
    for request in requests:
        made = Plan(ground)
        request.preset.shape(made, options)
        applying.apply(request.wishes, made)
        planned.append(Planned(request, made))
    _share_queue([one.plan for one in planned])
    return planned


def file(planned: Sequence[Planned], settings: Settings, ground: Ground) -> str:
    """Write the whole file."""
    head, comments = settings.written()
    data: dict[str, Any] = {
        "apiVersion": f"{GROUP}/{ground.api_version}",
        "kind": "KubeSchedulerConfiguration",
        **head,
        "profiles": [],
    }
    comments = {(): f"For kube-scheduler {ground.release.name}, given as --config.", **comments}
    for one in planned:
        comments |= _put(one.written, "profiles", data)
        for extender in one.plan.extenders:
            comments |= _put(extender, "extenders", data)
    return commented_yaml.write(data, comments)


def _put(written: Commented, key: str, data: dict[str, Any]) -> dict[Path, str]:
    items = data.setdefault(key, [])
    if written.data in items:
        return {}
    items.append(written.data)
    return written.below((key, len(items) - 1))


def _check_names(requests: Sequence[Request]) -> None:
    names = [request.scheduler_name for request in requests]
    for name in names:
        if not name:
            raise WrongRequest("a profile needs a name", "Pods choose it by spec.schedulerName.")
        if names.count(name) > 1:
            raise WrongRequest(f"two profiles are called `{name}`", "Give each a name of its own.")


def _check_options(requests: Sequence[Request], options: Options) -> None:
    read = {name for request in requests for name in request.preset.options}
    for option in sorted(options.given - read):
        flag = f"--{option.replace('_', '-')}"
        presets = ", ".join(preset.name for preset in all_presets().values() if option in preset.options)
        used = ", ".join(dict.fromkeys(request.preset.name for request in requests))
        raise WrongRequest(f"{flag} means nothing to {used}", f"It belongs to {presets}.")


def _share_queue(plans: Sequence[Plan]) -> None:
    """Have all profiles sort the one queue as the one does that asks for another way.

    Upstream: `validateCommonQueueSort` in `pkg/scheduler/apis/config/validation/validation.go`.
    """
    asking = [one for one in plans if one.sorting is not None]
    for one in asking[1:]:
        if one.sorting != asking[0].sorting:
            raise WrongRequest(
                f"one profile wants the queue sorted by {asking[0].sorting}, another one by {one.sorting}",
                "All profiles of a scheduler share one queue; run two schedulers.",
            )
    if not asking:
        return
    sorting = str(asking[0].sorting)
    for one in plans:
        if one.sorting is None:
            one.sort_by(sorting, "All profiles share the queue, and another one has it sorted this way.")
        if sorting in asking[0].args:
            one.give(sorting, asking[0].args[sorting], asking[0].reasons[PLUGIN_CONFIG, sorting])

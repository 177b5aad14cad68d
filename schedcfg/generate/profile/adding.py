"""A profile put into a file that somebody wrote: by edits of its text, so that all else stays as it is."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from schedcfg.document import Document
from schedcfg.document.edit import Draft
from schedcfg.document.path import Path
from schedcfg.effective import Configuration, framework
from schedcfg.effective.resolve import DEFAULT_SCHEDULER_NAME
from schedcfg.generate.profile.commented import Commented
from schedcfg.generate.profile.composing import Planned
from schedcfg.generate.profile.plan import QUEUE_SORT

_SHARED = "As in the other profiles: they share the queue."
_KEPT = "Without a profile of its own, this name would be gone as soon as there is another one."


def adopt_queue(planned: Planned, configuration: Configuration) -> bool:
    """Have a profile sort the queue as those of the file do, by the same plugin with the same Args.

    Args:
        planned: The profile. Args that its wishes set are left to the judge.
        configuration: The file.

    Returns:
        Whether that is possible: the profile may want it sorted by another plugin.
    """
    plan, first = planned.plan, configuration.profiles[0]
    refs = framework.running_at(QUEUE_SORT, first, configuration.release, plan.ground.implements)
    names = [ref.name for ref in refs]
    if plan.sorting is not None and names != [plan.sorting]:
        return False
    if len(names) != 1:
        return True
    (name,) = names
    if [*plan.running[QUEUE_SORT]] != names:
        plan.sort_by(name, _SHARED)
    if all(argument.plugin != name for argument in planned.request.wishes.args):
        plan.args.pop(name, None)
        for entry in first.plugin_config:
            if entry.name == name and isinstance(entry.raw, dict):
                plan.give(name, deepcopy(entry.raw), _SHARED)
    return True


def item(planned: Planned, data: Mapping[str, Any]) -> Commented:
    """Write a profile as it will stand among those of a file.

    queueSort is compared as it is written, so that what the first profile says there is taken over word for word.
    """
    own, comments = planned.written
    profiles = data.get("profiles") or [{}]
    queue = ((profiles[0] or {}).get("plugins") or {}).get(QUEUE_SORT)
    if queue is None:
        return Commented(own, comments)
    where: Path = ("plugins", QUEUE_SORT)
    plugins = {**own.get("plugins", {}), QUEUE_SORT: deepcopy(queue)}
    kept = {path: comment for path, comment in comments.items() if path[:2] != where}
    return Commented({**own, "plugins": plugins}, {**kept, where: _SHARED})


def insert(draft: Draft, planned: Planned) -> Iterator[str]:
    """Put a profile, and the extenders that it brings along, behind those of the file.

    Yields:
        What was done besides, a sentence each.

    Raises:
        EditConflict: where the text cannot be changed safely.
    """
    yield from _keep_default(draft, planned.request.scheduler_name)
    _append(draft, "profiles", item(planned, _mapping(draft.document)))
    for extender in planned.plan.extenders:
        if extender.data not in (_mapping(draft.document).get("extenders") or []):
            _append(draft, "extenders", extender)


def instead(planned: Planned, document: Document, index: int) -> dict[str, Any]:
    """Give a file's data, with a profile in place of one that it has, and the extenders that it brings along."""
    data = deepcopy(_mapping(document))
    profile = item(planned, data).data
    data["profiles"][index] = profile
    extenders = data.get("extenders") or []
    missing = [extender.data for extender in planned.plan.extenders if extender.data not in extenders]
    return {**data, "extenders": [*extenders, *missing]} if missing else data


def _mapping(document: Document) -> dict[str, Any]:
    assert isinstance(document.data, dict)
    return document.data


def _keep_default(draft: Draft, scheduler_name: str) -> Iterator[str]:
    """Write out the name that a file has only as long as it has no second profile."""
    profiles = _mapping(draft.document).get("profiles") or []
    if not profiles and scheduler_name != DEFAULT_SCHEDULER_NAME:
        _append(draft, "profiles", Commented({"schedulerName": DEFAULT_SCHEDULER_NAME}, {(): _KEPT}))
    elif len(profiles) == 1 and (profiles[0] or {}).get("schedulerName") is None:
        draft.set(("profiles", 0, "schedulerName"), DEFAULT_SCHEDULER_NAME)
    else:
        return
    yield f"`schedulerName: {DEFAULT_SCHEDULER_NAME}` is written out now: only a single profile may go without its name"


def _append(draft: Draft, key: str, written: Commented) -> None:
    index = len(_mapping(draft.document).get(key) or [])
    draft.insert((key, index), _sorted(written.data))
    for path, comment in written.below((key, index)).items():
        draft.annotate(path, comment)


def _sorted(data: Any) -> Any:
    """Sort keys, as in a file that is generated as a whole."""
    if isinstance(data, dict):
        return {key: _sorted(data[key]) for key in sorted(data)}
    return [_sorted(one) for one in data] if isinstance(data, list) else data

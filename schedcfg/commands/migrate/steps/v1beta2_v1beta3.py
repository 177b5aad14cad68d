"""v1beta2 ↔ v1beta3, both served by 1.23 to 1.27: defaults by MultiPoint, with other weights; no insecure addresses.

Upstream: `pkg/scheduler/apis/config/v1beta3/default_plugins.go` (KEP-785), and `validateKubeSchedulerConfiguration` in
`pkg/scheduler/apis/config/validation/validation.go` of 1.23, which takes an insecure address only if it is empty or
has port 0.
"""

from schedcfg.commands.migrate.context import StepContext, mapping
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.configuration.effective.behavior import lists
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, default_sets

ADDRESSES = ("healthzBindAddress", "metricsBindAddress")

_QUEUE_SORT = "queueSort"


def up(step: StepContext) -> None:
    """Take out the addresses at which nothing is served, and let all profiles sort the queue with the same entries."""
    for field in ADDRESSES:
        if field in mapping(step.draft.data):
            message = f"`{field}` does not exist in v1beta3; since Kubernetes 1.23, it has no effect in v1beta2 either"
            step.note(NoteKind.REMOVED, "insecure-address", message, (field,))
            step.draft.remove_leaving_comments((field,))
    agree_on_queue_sort(step)
    _drop_nameless_args(step)


def down(step: StepContext) -> None:
    """Do nothing beyond what every step does: entries of MultiPoint are written at each point."""


def agree_on_queue_sort(step: StepContext) -> None:
    """Write `queueSort` alike in all profiles: validation compares the words, without what MultiPoint brings.

    Upstream: `validateCommonQueueSort` in `pkg/scheduler/apis/config/validation/validation.go`.
    """
    written = [(path, mapping(profile.get("plugins")).get(_QUEUE_SORT)) for path, profile in step.profiles()]
    present = [sets for _, sets in written if sets]
    if not present or all(sets == present[0] for _, sets in written):
        return
    (sorting, *_) = lists(step.before.profiles[0], step.before, step.plan.registry)[_QUEUE_SORT]
    by_default = {ref.name for ref in default_sets(step.release, step.target)[MULTI_POINT].enabled}
    for path, sets in written:
        where = (*path, "plugins", _QUEUE_SORT)
        message = "all profiles must have the same queueSort entries since v1beta3"
        if sorting.name in by_default and step.draft.has(where):
            step.note(NoteKind.CHANGED, "queue-sort", f"{message}: by default, {sorting.name}", where)
            step.draft.remove_leaving_comments(where)
        elif sorting.name not in by_default and sets != present[0]:
            step.note(NoteKind.CHANGED, "queue-sort", f"{message}: by {sorting.name}", where)
            step.draft.set(where, present[0])


def _drop_nameless_args(step: StepContext) -> None:
    """Take out Args of no plugin: where `queueSort` names none, validation compares them among the profiles."""
    for path, entry in reversed(list(step.plugin_configs())):
        if not entry.get("name"):
            message = "the entry names no plugin, so it has no effect; v1beta3 may refuse it"
            step.note(NoteKind.REMOVED, "nameless-args", message, path)
            step.draft.remove_leaving_comments(path)

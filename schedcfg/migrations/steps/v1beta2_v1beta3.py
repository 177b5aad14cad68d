"""v1beta2 ↔ v1beta3, both served by 1.23 to 1.27: defaults by MultiPoint, with other weights; no insecure addresses.

Upstream: `pkg/scheduler/apis/config/v1beta3/default_plugins.go` (KEP-785), and `validateKubeSchedulerConfiguration` in
`pkg/scheduler/apis/config/validation/validation.go` of 1.23, which takes an insecure address only if it is empty or
has port 0.
"""

from schedcfg.effective.behaviour import lists
from schedcfg.effective.framework import MULTI_POINT
from schedcfg.effective.plugin_sets import default_sets
from schedcfg.migrations.context import Work, mapping
from schedcfg.migrations.results import NoteKind

ADDRESSES = ("healthzBindAddress", "metricsBindAddress")

_QUEUE_SORT = "queueSort"


def up(work: Work) -> None:
    """Take out the addresses at which nothing is served, and let all profiles sort the queue in the same words."""
    for field in ADDRESSES:
        if field in mapping(work.draft.data):
            message = (
                f"`{field}` is gone from v1beta3; from Kubernetes 1.23 on nothing is served there in v1beta2 either"
            )
            work.note(NoteKind.REMOVED, "insecure-address", message, (field,))
            work.draft.remove_leaving_comments((field,))
    agree_on_queue_sort(work)
    _drop_nameless_args(work)


def down(work: Work) -> None:
    """Do nothing beyond what every step does: what MultiPoint said is said at each point."""


def agree_on_queue_sort(work: Work) -> None:
    """Write `queueSort` alike in all profiles: validation compares the words, without what MultiPoint brings.

    Upstream: `validateCommonQueueSort` in `pkg/scheduler/apis/config/validation/validation.go`.
    """
    written = [(path, mapping(profile.get("plugins")).get(_QUEUE_SORT)) for path, profile in work.profiles()]
    said = [sets for _, sets in written if sets]
    if not said or all(sets == said[0] for _, sets in written):
        return
    (sorting, *_) = lists(work.before.profiles[0], work.before, work.goal.world)[_QUEUE_SORT]
    by_default = {ref.name for ref in default_sets(work.release, work.target)[MULTI_POINT].enabled}
    for path, sets in written:
        where = (*path, "plugins", _QUEUE_SORT)
        message = "all profiles must sort the queue in the same words from v1beta3 on"
        if sorting.name in by_default and work.draft.has(where):
            work.note(NoteKind.CHANGED, "queue-sort", f"{message}: by default, {sorting.name}", where)
            work.draft.remove_leaving_comments(where)
        elif sorting.name not in by_default and sets != said[0]:
            work.note(NoteKind.CHANGED, "queue-sort", f"{message}: by {sorting.name}", where)
            work.draft.set(where, said[0])


def _drop_nameless_args(work: Work) -> None:
    """Take out Args of no plugin: where `queueSort` names none, validation compares them among the profiles."""
    for path, entry in reversed(list(work.plugin_configs())):
        if not entry.get("name"):
            message = "the entry names no plugin, so that it does nothing; v1beta3 may refuse it"
            work.note(NoteKind.REMOVED, "nameless-args", message, path)
            work.draft.remove_leaving_comments(path)

"""The items of a list, and what is said of those that hold configurations."""

from collections.abc import Iterator

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict
from schedcfg.operations.krm import configurations, telling
from schedcfg.operations.krm.resources import resource
from schedcfg.operations.krm.settings import Asked
from schedcfg.results.krm import Result
from schedcfg.sources.embedded import Manifest, manifests

Identity = tuple[str, str, str, str]
"""API version, kind, namespace and name."""

_BARE = telling.wrong(
    "bare-configuration",
    (),
    "this is a file of kube-scheduler and no resource: the API server does not know its kind",
    "Put it as text under `data` of a ConfigMap, or as `configuration` of a SchedulerConfig's `spec.generate`.",
)


def items(data: object) -> Iterator[Manifest]:
    """Yield the items of a list of resources, and of lists among them."""
    return (manifest for manifest in manifests(data) if manifest.path)


def look_at(item: Manifest, draft: Draft, asked: Asked) -> Iterator[Result]:
    """Judge or carry over the configurations in an item, and yield what there is to say about them."""
    what = resource(item.data, item.kind)
    if read_type_meta(item.data).is_configuration or is_policy(item.data):
        yield telling.problem(_BARE, what)
    if item.kind != "ConfigMap":
        return
    for one in configurations.texts(item.data):
        outcome = configurations.read(one, what, asked)
        yield from outcome.results
        if outcome.text != one.text:
            try:
                draft.replace((*item.path, *one.field), outcome.text)
            except EditConflict as conflict:
                yield telling.problem(telling.by_hand(conflict), what)

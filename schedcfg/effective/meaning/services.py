"""The extenders, as far as they take part in scheduling."""

from collections.abc import Iterator

from schedcfg.document.path import Path, render
from schedcfg.effective import model
from schedcfg.effective.meaning.leaves import leaves
from schedcfg.effective.meaning.scene import Scene
from schedcfg.effective.written.extenders import extender
from schedcfg.results.effective import Extender, Setting


def extenders(scene: Scene) -> Iterator[Extender]:
    """Yield the extenders in the order in which they are asked."""
    for index, one in enumerate(scene.configuration.extenders):
        verbs = _verbs(one)
        yield Extender(
            url_prefix=one.url_prefix,
            verbs=verbs,
            weight=one.weight if "score" in verbs else 0,
            ignorable=one.ignorable,
            resources=tuple(resource.name for resource in one.managed_resources),
            origin=scene.in_file(("extenders", index)),
            settings=tuple(_settings(one, ("extenders", index), scene)),
        )


def _settings(one: model.Extender, entry: Path, scene: Scene) -> Iterator[Setting]:
    """Yield the values of an extender under the names of v1beta1 and later; what is completed points at the entry."""
    for path, value in leaves(extender(one)):
        own = (*entry, *path)
        yield Setting(render(path), value, scene.in_file(own if scene.written(own) is not None else entry))


def _verbs(one: model.Extender) -> dict[str, str]:
    """Map the points to the verbs; preemption is asked for where `postFilter` runs."""
    asked = {
        "filter": one.filter_verb,
        "postFilter": one.preempt_verb,
        "score": one.prioritize_verb,
        "bind": one.bind_verb,
    }
    return {point: verb for point, verb in asked.items() if verb}

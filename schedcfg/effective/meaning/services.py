"""The extenders, as far as they take part in scheduling."""

from collections.abc import Iterator

from schedcfg.effective import model
from schedcfg.effective.meaning.scene import Scene
from schedcfg.results.effective import Extender


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
        )


def _verbs(one: model.Extender) -> dict[str, str]:
    """Map the points to the verbs; preemption is asked for where `postFilter` runs."""
    asked = {
        "filter": one.filter_verb,
        "postFilter": one.preempt_verb,
        "score": one.prioritize_verb,
        "bind": one.bind_verb,
    }
    return {point: verb for point, verb in asked.items() if verb}

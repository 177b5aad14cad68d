"""The items that run schedulers, or rely on them, judged together."""

from collections.abc import Iterator

from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.operations import gates
from schedcfg.operations.judging import Judge
from schedcfg.operations.krm import telling
from schedcfg.operations.krm.resources import resource
from schedcfg.operations.krm.settings import Asked
from schedcfg.operations.surroundings.scenes import Stage
from schedcfg.results.krm import Result
from schedcfg.rules import run_scene
from schedcfg.sources import Text, mentions_surroundings


def around(draft: Draft, asked: Asked) -> Iterator[Result]:
    """Yield what is wrong with the items around configurations, as `schedcfg validate` finds it in a folder."""
    if not mentions_surroundings(draft.text):
        return
    judge = Judge(gates.target(asked.judging.kubernetes, None), asked.judging.world)
    text = Text("", parse(draft.text))
    for one, scene in Stage((text,), judge).scenes_of(text):
        item = one.manifest
        if one.document is one.host and item.path:
            for problem in run_scene(scene):
                inside = problem._replace(path=problem.path[len(item.path) :])
                yield telling.problem(inside, resource(item.data, item.kind))

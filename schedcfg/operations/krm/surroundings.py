"""The items that run schedulers, or rely on them, judged together."""

from collections.abc import Iterator

from schedcfg.document import Path, parse
from schedcfg.document.edit import Draft
from schedcfg.operations import gates
from schedcfg.operations.judging import Judge
from schedcfg.operations.krm import telling
from schedcfg.operations.krm.items import items
from schedcfg.operations.krm.resources import resource
from schedcfg.operations.krm.settings import Asked
from schedcfg.operations.surroundings.scenes import Stage
from schedcfg.results.krm import Result
from schedcfg.rules import run_scene
from schedcfg.sources import Text, mentions_surroundings
from schedcfg.sources.manifests import Manifest


def around(draft: Draft, asked: Asked) -> Iterator[Result]:
    """Yield what is wrong with the items around configurations, as `schedcfg validate` finds it in a folder."""
    if not mentions_surroundings(draft.text):
        return
    known = {item.path: item for item in items(draft.data)}
    judge = Judge(gates.target(asked.judging.kubernetes, None), asked.judging.world)
    text = Text("", parse(draft.text))
    for _, scene in Stage((text,), judge).scenes_of(text):
        for problem in run_scene(scene):
            item = _holding(problem.path, known)
            if item is not None:
                inside = problem._replace(path=problem.path[len(item.path) :])
                yield telling.problem(inside, resource(item.data, item.kind))


def _holding(path: Path, known: dict[Path, Manifest]) -> Manifest | None:
    """Find the item that a path leads into; None where it leads into none, as into the function's configuration."""
    return next((known[path[:end]] for end in range(len(path), 0, -1) if path[:end] in known), None)

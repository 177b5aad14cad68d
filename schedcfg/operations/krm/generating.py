"""What a `SchedulerConfig` asks for, made: manifests, and what is to be said about their configurations."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import parse, render
from schedcfg.findings import Severity
from schedcfg.operations.generating.around import generate_around
from schedcfg.operations.krm import configurations, telling
from schedcfg.operations.krm.configurations import Text
from schedcfg.operations.krm.settings import Asked
from schedcfg.operations.krm.wanted import Wanted
from schedcfg.operations.role import Role
from schedcfg.results.generation import GeneratedFile
from schedcfg.results.krm import Resource, Result

_NOT_APPLIED = "kustomize.config.k8s.io/"
"""API group of what kustomize reads itself, such as a Kustomization: it is no item."""


class Generated(NamedTuple):
    """What was made.

    Attributes:
        manifests: Plain data, in order.
        results: What is to be said.
    """

    manifests: tuple[dict[str, object], ...]
    results: tuple[Result, ...]


def generate(wanted: Wanted, resource: Resource, asked: Asked) -> Generated:
    """Make one thing; nothing where its configuration is refused.

    Args:
        wanted: What to make.
        resource: The `SchedulerConfig` that asks for it.
        asked: How configurations are judged, and where they are to be carried over to.
    """
    one = Text(wanted.field, wanted.configuration, Role.CONFIG)
    outcome = configurations.carried(one, resource, asked) if asked.migrate_to else configurations.Outcome(one.text)
    made, judging = wanted.made, asked.judging
    generation = generate_around(outcome.text, made.maker, judging.kubernetes, name=made.file_name, world=judging.world)
    results = list(outcome.results)
    if generation.report is not None:
        results += telling.file(generation.report, resource, wanted.field)
    field = render(wanted.field[:-1])
    results += [Result(Severity.INFO, remark, resource, field, (("rule", "remark"),)) for remark in generation.remarks]
    manifests = tuple(manifest for file in generation.files for manifest in _manifests(file))
    return Generated(manifests, tuple(results))


def _manifests(file: GeneratedFile) -> Iterator[dict[str, object]]:
    for document in parse(file.text).documents:
        data = document.data
        if isinstance(data, dict) and not str(data.get("apiVersion")).startswith(_NOT_APPLIED):
            yield data

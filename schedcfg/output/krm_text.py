"""The results of the KRM function for people: kustomize passes on standard error, and shows no results."""

from collections.abc import Iterator

from schedcfg.findings import Severity
from schedcfg.output.colours import BLUE, BOLD, RED, YELLOW, painter
from schedcfg.output.terminal import printable
from schedcfg.results.krm import FunctionRun, Resource, Result

_COLOURS = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.INFO: BLUE}


def render(run: FunctionRun, *, coloured: bool) -> Iterator[str]:
    """Yield a line per result: its weight, the resource and field, what and where."""
    paint = painter(coloured=coloured)
    for result in run.results:
        weight = paint(_COLOURS[result.severity], result.severity.value)
        yield f"{weight}: {paint(BOLD, printable(_place(result)))}: {printable(result.message)}\n"


def _place(result: Result) -> str:
    resource = result.resource
    named = () if resource is None else _named(resource)
    return " ".join(filter(None, (*named, result.field))) or "schedcfg"


def _named(resource: Resource) -> tuple[str, str]:
    name = "/".join(filter(None, (resource.namespace, resource.name)))
    return resource.kind, f"{name} ({resource.file})" if resource.file else name

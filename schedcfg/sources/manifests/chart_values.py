"""Where the values of a Helm chart are: in a file of them, in Flux' HelmRelease, in Argo CD's Application."""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.sources.manifests.pod import Fields, at

_PLACES: tuple[tuple[str, ...], ...] = ((), ("spec", "values"), ("spec", "source", "helm", "valuesObject"))


def chart_values(data: object, path: Path) -> Iterator[tuple[Fields, Path]]:
    """Yield the mappings in a manifest that may be the values of a chart, each with its path."""
    for place in _PLACES:
        values = at(data, *place)
        if isinstance(values, dict):
            yield values, (*path, *place)

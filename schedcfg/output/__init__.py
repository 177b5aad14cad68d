"""Reports rendered, one format per file."""

import importlib
from collections.abc import Callable, Iterator
from typing import TypeAlias

from schedcfg.output.summary import Summary

__all__ = ["FORMATS", "Renderer", "Summary", "module", "renderer"]

Renderer: TypeAlias = Callable[..., Iterator[str]]
"""`render(reports, summary, coloured=…)`: pieces of output; it also counts what it saw into the summary."""

FORMATS = {
    "text": "text",
    "concise": "concise",
    "json": "json_v1",
    "sarif": "ci.sarif",
    "github": "ci.github",
    "gitlab": "ci.gitlab",
    "junit": "ci.junit",
    "rdjson": "ci.rdjson",
}
"""Format → its file in this folder."""


def renderer(name: str) -> Renderer:
    """Return a format's renderer; only its own file is imported."""
    return module(FORMATS[name])


def module(name: str) -> Renderer:
    """Return the renderer of one file in this folder: `text`, `effective.yaml`."""
    render: Renderer = importlib.import_module(f"{__name__}.{name}").render
    return render

"""Reports rendered, one format per file."""

import importlib
from collections.abc import Callable, Iterator
from typing import TypeAlias

__all__ = ["FORMATS", "Renderer", "load"]

Renderer: TypeAlias = Callable[..., Iterator[str]]
"""`render(reports, summary, colored=…)`: pieces of output; it also counts what it saw into the summary."""

FORMATS = {
    "text": "schedcfg.output.text",
    "concise": "schedcfg.output.concise",
    "json": "schedcfg.output.json_report",
    "sarif": "schedcfg.output.sarif",
    "github": "schedcfg.output.github",
    "gitlab": "schedcfg.output.gitlab",
    "junit": "schedcfg.output.junit",
    "rdjson": "schedcfg.output.rdjson",
    "html": "schedcfg.output.html_report",
}
"""Format → the module that renders it."""


_OWN_ESCAPES = (FORMATS["github"], "schedcfg.commands.test.github", "schedcfg.commands.effective.yaml_report")
"""What is obeyed in logs, and what is read as YAML: both escape what comes from outside in their own ways."""


def load(module: str, function: str = "render") -> Renderer:
    """Return a module's renderer; only that module is imported. Nothing is left in its text that a terminal obeys.

    Args:
        module: Its whole name, as `FORMATS` has it.
        function: The renderer's name in it.
    """
    from schedcfg.output.terminal import escaped  # noqa: PLC0415 - commands list the formats in their help, and render nothing

    render: Renderer = getattr(importlib.import_module(module), function)
    if module in _OWN_ESCAPES:
        return render
    return lambda *inputs, **options: escaped(render(*inputs, **options))

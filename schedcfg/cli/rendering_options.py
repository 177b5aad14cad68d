"""The options by which `validate` has charts and overlays rendered before it validates them."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.external.rendering import TOOLS

if TYPE_CHECKING:
    from schedcfg.findings import FileReport
    from schedcfg.sources import SearchTally
    from schedcfg.validation.options import Options


class RenderingOptions(NamedTuple):
    """The values of these options."""

    render: str | None
    values: tuple[str, ...]

    def check(self, paths: tuple[str, ...]) -> None:
        """Refuse what cannot be rendered.

        Raises:
            click.UsageError: for values without Helm, and for standard input.
        """
        if self.values and self.render != "helm":
            raise click.UsageError("--values needs --render helm")
        if self.render is not None and "-" in paths:
            raise click.UsageError(f"--render {self.render} needs a folder; standard input has none")

    def reports(self, paths: tuple[str, ...], options: "Options", tally: "SearchTally") -> "Iterator[FileReport]":
        """Render and validate charts or overlays."""
        from schedcfg.external.rendering.validate import validate_rendered

        assert self.render is not None
        return validate_rendered(self.render, paths, self.values, options, tally)


def rendering_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with these options, as one argument: `rendering_options`."""

    @wraps(command)
    def together(**inputs: Any) -> None:
        chosen = RenderingOptions(**{name: inputs.pop(name) for name in RenderingOptions._fields})
        command(**inputs, rendering_options=chosen)

    together = click.option(
        "--values",
        metavar="FILE[,FILE]...",
        multiple=True,
        help="With --render helm: values, as helm's own --values takes them. Repeat it to render the chart once for "
        "each, as for the clusters of a fleet.",
    )(together)
    return click.option(
        "--render",
        type=click.Choice(TOOLS),
        help="Run this tool on each PATH, a chart or an overlay, and validate its output. Nothing is fetched.",
    )(together)

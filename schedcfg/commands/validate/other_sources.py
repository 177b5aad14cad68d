"""The options by which `validate` reads something else than files: a cluster, rendered charts and overlays."""

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli.cluster_options import CLUSTER, ClusterOptions
from schedcfg.cli.help import Heading, option
from schedcfg.cli.options import OptionGroup
from schedcfg.integrations import TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedcfg.commands.validate.fix_options import FixOptions
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
        from schedcfg.integrations.rendered_files import validate_rendered

        assert self.render is not None
        return validate_rendered(self.render, paths, self.values, options, tally)


class OtherSources(NamedTuple):
    """The values of these options."""

    rendering: RenderingOptions
    cluster: ClusterOptions

    def refuse(self, option: str) -> None:
        """Refuse them beside an option that chooses files.

        Raises:
            click.UsageError: if there are any.
        """
        own = "--cluster" if self.cluster.cluster else None if self.rendering.render is None else "--render"
        if own is not None:
            raise click.UsageError(f"{option} and {own} exclude each other")

    def are_chosen(self, paths: tuple[str, ...], options: "Options", fix_options: "FixOptions") -> bool:
        """Check whether something else than files is to be read.

        Raises:
            click.UsageError: for options that contradict each other, or that only files can follow.
        """
        self.cluster.check(paths)
        self.rendering.check(paths)
        if not self.cluster.cluster and self.rendering.render is None:
            return False
        option = "--cluster" if self.cluster.cluster else "--render"
        if self.cluster.cluster and self.rendering.render is not None:
            raise click.UsageError("--render and --cluster exclude each other")
        if fix_options.fix or fix_options.diff:
            raise click.UsageError(f"--fix and --diff cannot be combined with {option}: there is no file to change")
        if options.role.value != "any":
            raise click.UsageError(f"--as-config and --as-policy cannot be combined with {option}")
        return True

    def reports(self, paths: tuple[str, ...], options: "Options", tally: "SearchTally") -> "Iterator[FileReport]":
        """Validate what these options choose."""
        if not self.cluster.cluster:
            return self.rendering.reports(paths, options, tally)
        from schedcfg.integrations.cluster_configurations import validate_cluster

        return validate_cluster(self.cluster.read(tally), options, tally)


def _read(inputs: dict[str, Any]) -> dict[str, Any]:
    rendering = RenderingOptions(**{name: inputs.pop(name) for name in RenderingOptions._fields})
    return {"other_sources": OtherSources(rendering, CLUSTER.read(inputs)["cluster_options"])}


OTHER_SOURCES = OptionGroup(
    (
        option(
            "--render",
            section=Heading.SOURCES,
            everyday=True,
            type=click.Choice(TOOLS),
            help="Validate what this tool makes of each PATH. PATH is a chart or an overlay. Nothing is fetched.",
        ),
        option(
            "--values",
            section=Heading.SOURCES,
            metavar="FILE[,FILE]...",
            multiple=True,
            help="With --render helm: values, as helm's own --values takes them. Repeat it to render the chart once "
            "for each, as for the clusters of a fleet.",
        ),
        *CLUSTER.decorators,
    ),
    _read,
)

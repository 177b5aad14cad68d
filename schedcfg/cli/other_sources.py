"""What `validate` reads in place of files: what a tool renders, or what runs in a cluster."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli.cluster_options import ClusterOptions, cluster_options
from schedcfg.cli.rendering_options import RenderingOptions, rendering_options

if TYPE_CHECKING:
    from schedcfg.cli.fix_options import FixOptions
    from schedcfg.findings import FileReport
    from schedcfg.sources import SearchTally
    from schedcfg.validation.options import Options


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

    def reports(
        self, paths: tuple[str, ...], options: "Options", fix_options: "FixOptions", tally: "SearchTally"
    ) -> "Iterator[FileReport] | None":
        """Validate what these options choose; None if they choose nothing, so that files are meant.

        Raises:
            click.UsageError: for options that contradict each other, or that only files can follow.
        """
        self.cluster.check(paths)
        self.rendering.check(paths)
        if not self.cluster.cluster and self.rendering.render is None:
            return None
        option = "--cluster" if self.cluster.cluster else "--render"
        if self.cluster.cluster and self.rendering.render is not None:
            raise click.UsageError("--render and --cluster exclude each other")
        if fix_options.fix or fix_options.diff:
            raise click.UsageError(f"--fix and --diff cannot be combined with {option}: there is no file to change")
        if options.role.value != "any":
            raise click.UsageError(f"--as-config and --as-policy cannot be combined with {option}")
        if not self.cluster.cluster:
            return self.rendering.reports(paths, options, tally)
        from schedcfg.external.cluster.configurations import validate_cluster

        return validate_cluster(self.cluster.read(tally), options, tally)


def other_sources(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with these options, as one argument: `other_sources`."""

    @rendering_options
    @cluster_options
    @wraps(command)
    def together(*, rendering_options: RenderingOptions, cluster_options: ClusterOptions, **inputs: Any) -> None:
        command(**inputs, other_sources=OtherSources(rendering_options, cluster_options))

    return together

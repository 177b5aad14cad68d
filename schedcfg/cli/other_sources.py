"""The options by which commands read something else than files: a cluster, rendered charts and overlays."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli.help import Heading, option
from schedcfg.cli.options import OptionGroup
from schedcfg.external import TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedcfg.cli.selection_options import FixOptions
    from schedcfg.external.cluster_configurations import File
    from schedcfg.external.cluster_reading import ClusterReading
    from schedcfg.findings import FileReport
    from schedcfg.sources import SearchTally
    from schedcfg.validation.each_file import Verb
    from schedcfg.validation.options import Options


class ClusterOptions(NamedTuple):
    """The values of these options."""

    cluster: bool
    context: str | None
    namespaces: tuple[str, ...]
    to_context: str | None = None  # That of a second cluster; None where only one is read

    @property
    def both(self) -> tuple["ClusterOptions", "ClusterOptions"]:
        """The same for each of two clusters."""
        return self, self._replace(context=self.to_context)

    def check(self, paths: tuple[str, ...]) -> None:
        """Refuse files beside a cluster.

        Raises:
            click.UsageError: if there are such.
        """
        if self.cluster and paths:
            raise click.UsageError("PATH and --cluster exclude each other")

    def check_context(self) -> None:
        """Refuse options without a cluster.

        Raises:
            click.UsageError: if there are such.
        """
        is_cluster = self.cluster or self.to_context is not None
        if not is_cluster and (self.context is not None or self.namespaces):
            raise click.UsageError(f"{'--namespace' if self.context is None else '--context'} needs --cluster")
        if any(name.startswith("-") or not name for name in self.namespaces):
            raise click.UsageError("--namespace needs the name of a namespace")

    def read(self, tally: "SearchTally") -> "ClusterReading":
        """Read the cluster.

        Args:
            tally: Keeps what was seen besides objects, for reports.

        Raises:
            ServerUnavailable: if kubectl is not there, or the API server does not answer.
        """
        from schedcfg.cli.manners import is_quiet
        from schedcfg.cli.reporting import write_stderr
        from schedcfg.cli.streams import waiting
        from schedcfg.document.texts import printable
        from schedcfg.external.cluster_reading import kubectl, read

        with waiting("waiting for kubectl"):
            reading = read(kubectl(self.context), self.namespaces)
        if not is_quiet():
            write_stderr(f"{printable(line)}\n" for line in reading.lines())
        tally.cluster = reading.report
        return reading

    def each(
        self,
        verb: "Verb[File]",
        paths: tuple[str, ...],
        options: "Options",
        jobs: int | None,
        tally: "SearchTally",
    ) -> "Iterator[File]":
        """Return the results of a verb for files or, if that is chosen, for the configurations of a cluster.

        Raises:
            ServerUnavailable: if kubectl is not there, or the API server does not answer.
        """
        from schedcfg.validation.each_file import each_file

        if not self.cluster:
            return each_file(verb, paths, options, jobs, tally)
        from schedcfg.external.cluster_configurations import in_cluster

        return in_cluster(verb, self.read(tally), options, tally)


def _read_cluster(inputs: dict[str, Any]) -> dict[str, Any]:
    chosen = ClusterOptions(**{name: inputs.pop(name) for name in ClusterOptions._fields if name in inputs})
    chosen.check_context()
    return {"cluster_options": chosen}


CLUSTER = OptionGroup(
    (
        option(
            "--cluster",
            section=Heading.SOURCES,
            everyday=True,
            is_flag=True,
            help="Read what runs in a cluster, by `kubectl get`. Nothing is written, and no Secret is read.",
        ),
        option(
            "--context",
            section=Heading.SOURCES,
            metavar="NAME",
            help="With --cluster: context of kubectl. Default: its current context.",
        ),
        option(
            "--namespace",
            "namespaces",
            section=Heading.SOURCES,
            metavar="NAME",
            multiple=True,
            help="With --cluster: read this namespace instead of all (repeatable), besides the static Pods of "
            "kube-system.",
        ),
    ),
    _read_cluster,
)


TWO_CLUSTERS = OptionGroup(
    (
        *CLUSTER.decorators,
        click.option("--to-context", metavar="NAME", help="Compare two clusters: --context and this one."),
    ),
    _read_cluster,
)


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
        from schedcfg.external.rendered_files import validate_rendered

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
        from schedcfg.external.cluster_configurations import validate_cluster

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

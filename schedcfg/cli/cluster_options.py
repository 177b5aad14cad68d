"""The options by which commands read a cluster instead of files."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli.help import Heading, option
from schedcfg.cli.options import OptionGroup

if TYPE_CHECKING:
    from schedcfg.integrations.cluster_configurations import File
    from schedcfg.integrations.cluster_reading import ClusterReading
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
        from schedcfg.integrations.cluster_reading import kubectl, read

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
        from schedcfg.integrations.cluster_configurations import in_cluster

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

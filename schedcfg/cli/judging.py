"""The options that say how files are judged, taken together: every command that reads files has them."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli import options, project

if TYPE_CHECKING:
    from schedcfg.operations.files import Settings
    from schedcfg.operations.project.reading import Project


class Judging(NamedTuple):
    """What these options say.

    Attributes:
        project: The project's settings; None where there are none.
    """

    kubernetes: str | None
    feature_gates: tuple[str, ...]
    as_config: bool
    as_policy: bool
    in_tree_only: bool
    plugins: tuple[str, ...]
    project: "Project | None" = None

    def check(self) -> None:
        """Refuse options that contradict each other.

        Raises:
            click.UsageError: if some do.
        """
        if self.as_config and self.as_policy:
            raise click.UsageError("--as-config and --as-policy exclude each other")
        if self.in_tree_only and self.plugins:
            raise click.UsageError("--in-tree-only and --plugin exclude each other")

    def settings(self, **more: Any) -> "Settings":
        """Return them as the verbs take them.

        Args:
            more: Other fields of `Settings`.
        """
        # Imported here so that --help stays quick.
        from schedcfg.operations import Role  # noqa: PLC0415
        from schedcfg.operations.files import Settings  # noqa: PLC0415

        own = () if self.project is None or self.in_tree_only else self.project.own
        plugins = self._plugins()
        gates = () if self.project is None else self.project.feature_gates
        found = Settings(
            kubernetes=self.kubernetes,
            feature_gates=self.feature_gates or gates,
            role=Role.of(as_config=self.as_config, as_policy=self.as_policy),
            in_tree_only=self.in_tree_only or (self._project_is_in_tree_only and not plugins),
            plugins=plugins,
            own=own,
            exclude=None if self.project is None or not self.project.values.exclude else self.project.exclude,
        )
        _ = found.world  # What is declared of plugins is right or wrong before any file is read.
        return found._replace(**more)

    def by_release(self) -> dict[str, Any]:
        """Return the fields of `Settings` that say which release judges: the one given, else the project's.

        Commands for which `--kubernetes` means something else do not take them.
        """
        if self.project is None or self.kubernetes is not None:
            ignores = () if self.project is None else self.project.per_path
            return {"per_path": tuple(one._replace(kubernetes=None) for one in ignores)}
        return {"kubernetes": self.project.values.kubernetes, "per_path": self.project.per_path}

    @property
    def _project_is_in_tree_only(self) -> bool:
        return self.project is not None and self.project.values.in_tree_only

    def _plugins(self) -> frozenset[str]:
        """Name the plugins that are declared: by the project, and beside those on the command line."""
        of_project = () if self.project is None or self.in_tree_only else self.project.values.plugins
        return frozenset((*of_project, *self.plugins))


def judging(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options, as one argument: `judging`. Its own `--kubernetes` is among them."""

    @wraps(command)
    def together(**given: Any) -> None:
        found = project.chosen(given)
        options_of = [name for name in Judging._fields if name != "project"]
        said = Judging(**{name: given.pop(name) for name in options_of}, project=found)
        said.check()
        command(**given, judging=said)

    return options.feature_gates(options.role(options.world(project.options(together))))

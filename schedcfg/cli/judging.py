"""The options that say how files are judged, taken together: every command that reads files has them."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli import options, project

if TYPE_CHECKING:
    from schedcfg.operations.files import Settings
    from schedcfg.settings.reading import Project


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
    catalogs: tuple[str, ...]
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
        if self.in_tree_only and self.catalogs:
            raise click.UsageError("--in-tree-only and --catalog exclude each other")

    def settings(self, **more: Any) -> "Settings":
        """Return them as the verbs take them, filled in from the project's settings but for the release.

        Args:
            more: Other fields of `Settings`.

        Raises:
            UnknownTarget: if a catalogue is not known.
            WrongSettings: if the package that describes a declared plugin cannot be used.
        """
        # Imported here so that --help stays quick.
        from schedcfg.operations import Role  # noqa: PLC0415
        from schedcfg.operations.files import Settings  # noqa: PLC0415

        found = Settings(
            kubernetes=self.kubernetes,
            feature_gates=self.feature_gates,
            role=Role.of(as_config=self.as_config, as_policy=self.as_policy),
            in_tree_only=self.in_tree_only,
            plugins=frozenset(self.plugins),
            catalogues=self.catalogs,
            **more,
        )
        if self.project is not None:
            from schedcfg.settings.filling import filled  # noqa: PLC0415 - many runs have none

            found = filled(found, self.project)
        _ = found.world  # What is declared of plugins is right or wrong before any file is read.
        return found

    def settings_by_release(self, **more: Any) -> "Settings":
        """Do as `settings` does, and fill in the release that judges too.

        Commands for which `--kubernetes` means something else, as `migrate`, do not take it from the project.
        """
        found = self.settings(**more)
        if self.project is None:
            return found
        from schedcfg.settings.filling import with_releases  # noqa: PLC0415 - many runs have none

        return with_releases(found, self.project)


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

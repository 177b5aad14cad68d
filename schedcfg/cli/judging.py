"""The options that say how files are judged, taken together: every command that reads files has them."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli import options

if TYPE_CHECKING:
    from schedcfg.operations.files import Settings


class Judging(NamedTuple):
    """What these options say."""

    kubernetes: str | None
    feature_gates: tuple[str, ...]
    as_config: bool
    as_policy: bool
    in_tree_only: bool
    plugins: tuple[str, ...]
    catalogs: tuple[str, ...]

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
        """Return them as the verbs take them.

        Args:
            more: Other fields of `Settings`.

        Raises:
            UnknownTarget: if a catalogue is not known.
        """
        # Imported here so that --help stays quick.
        from schedcfg.operations import Role  # noqa: PLC0415
        from schedcfg.operations.files import Settings  # noqa: PLC0415

        settings = Settings(
            kubernetes=self.kubernetes,
            feature_gates=self.feature_gates,
            role=Role.of(as_config=self.as_config, as_policy=self.as_policy),
            in_tree_only=self.in_tree_only,
            plugins=frozenset(self.plugins),
            catalogues=self.catalogs,
            **more,
        )
        _ = settings.world  # complains about a catalogue that is not known, before any file is read
        return settings


def judging(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options, as one argument: `judging`. Its own `--kubernetes` is among them."""

    @wraps(command)
    def together(**given: Any) -> None:
        said = Judging(**{name: given.pop(name) for name in Judging._fields})
        said.check()
        command(**given, judging=said)

    return options.feature_gates(options.role(options.world(together)))

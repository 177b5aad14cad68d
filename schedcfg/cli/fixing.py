"""The options by which `validate` mends what it finds."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import click

if TYPE_CHECKING:
    from schedcfg.findings import FileReport
    from schedcfg.options import Options


class FixOptions(NamedTuple):
    """What these options say."""

    fix: bool
    diff: bool
    unsafe_fixes: bool

    def check(self) -> None:
        """Refuse options that contradict each other.

        Raises:
            click.UsageError: if some do.
        """
        if self.fix and self.diff:
            raise click.UsageError("--fix changes the files, --diff only shows what would change: choose one")
        if self.unsafe_fixes and not (self.fix or self.diff):
            raise click.UsageError("--unsafe-fixes goes with --fix or --diff")

    def stream(self, paths: tuple[str, ...]) -> "TextIO | None":
        """Choose where the report goes: to standard error, where a text or a diff goes to standard output."""
        # Imported here so that --help stays quick.
        import sys  # noqa: PLC0415

        return sys.stderr if self.diff or (self.fix and "-" in paths) else None

    def reports(self, paths: tuple[str, ...], options: "Options", jobs: int) -> "Iterator[FileReport]":
        """Judge files and, where that is asked for, mend them; diffs and texts go to standard output on the way."""
        from schedcfg.files import validate_files  # noqa: PLC0415

        if not (self.fix or self.diff):
            return validate_files(paths, options, jobs)
        from schedcfg.cli import mending  # noqa: PLC0415 - few runs change anything
        from schedcfg.fixes.fix import fix_files  # noqa: PLC0415

        reports = fix_files(paths, options, jobs, unsafe=self.unsafe_fixes)
        return mending.shown(reports) if self.diff else mending.written(reports)


def fixing(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with these options, as one argument: `fixing`."""

    @wraps(command)
    def together(**given: Any) -> None:
        said = FixOptions(**{name: given.pop(name) for name in FixOptions._fields})
        said.check()
        command(**given, fixing=said)

    together = click.option(
        "--unsafe-fixes", is_flag=True, help="Also make fixes that may change behaviour, or rest on a guess."
    )(together)
    together = click.option(
        "--diff", is_flag=True, help="Show what --fix would change as a unified diff; status 1 if anything would."
    )(together)
    return click.option(
        "--fix", is_flag=True, help="Mend in place what can be mended and is proven to leave behaviour as it is."
    )(together)

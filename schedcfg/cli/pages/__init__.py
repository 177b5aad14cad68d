"""The generated pages of the documentation: rules, commands, plugins, releases, JSON.

`python -m schedcfg.cli.pages docs/` writes them; a test finds out when that was forgotten.
"""

from collections.abc import Callable, Iterator

from schedcfg.cli.pages import commands, contract, rules, shelves

FOLDERS = ("rules", "reference")
"""What is generated as a whole: any other page there is one that nothing generates any more."""

_MAKERS: tuple[Callable[[], Iterator[tuple[str, str]]], ...] = (
    rules.pages,
    commands.pages,
    contract.pages,
    shelves.pages,
)


def all_pages() -> dict[str, str]:
    """Make all generated pages: path below `docs/` → text."""
    return {path: text for pages in _MAKERS for path, text in pages()}

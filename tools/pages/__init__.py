"""The generated pages of the documentation: rules, commands, plugins, releases, JSON, the library, probes, speed."""

from collections.abc import Callable, Iterator

from tools.pages import commands, json_outputs, library, probe_findings, reference, rules, speed

FOLDERS = ("rules", "reference", commands.FOLDER)
"""What is generated as a whole: any other page there is one that nothing generates any more."""

_MAKERS: tuple[Callable[[], Iterator[tuple[str, str]]], ...] = (
    rules.pages,
    commands.pages,
    json_outputs.pages,
    reference.pages,
    library.pages,
    probe_findings.pages,
    speed.pages,
)


def all_pages() -> dict[str, str]:
    """Return all generated pages: path below `docs/` → text."""
    return {path: text for pages in _MAKERS for path, text in pages()}

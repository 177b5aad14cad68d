"""The pages of plugins and of releases."""

from collections.abc import Iterator

from schedcfg.output.pages import plugins, releases
from schedcfg.reference.plugins import list_plugins
from schedcfg.reference.releases import list_releases


def pages() -> Iterator[tuple[str, str]]:
    """Yield the pages `docs/reference/plugins.md` and `releases.md`."""
    yield "reference/plugins.md", plugins.render(list_plugins())
    yield "reference/releases.md", releases.render(tuple(list_releases()))

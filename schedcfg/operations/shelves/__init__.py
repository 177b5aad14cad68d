"""The two reference shelves, summed up: plugins and releases."""

from schedcfg.operations.shelves.plugins import list_plugins
from schedcfg.operations.shelves.releases import list_releases

__all__ = ["list_plugins", "list_releases"]

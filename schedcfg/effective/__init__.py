"""The effective configuration: completed, merged with the default plugins, MultiPoint spread out."""

from schedcfg.effective.model import Configuration
from schedcfg.effective.registry import IN_TREE_ONLY, OPEN, PluginRegistry, catalog, declared
from schedcfg.effective.resolve import resolve

__all__ = ["IN_TREE_ONLY", "OPEN", "Configuration", "PluginRegistry", "catalog", "declared", "resolve"]

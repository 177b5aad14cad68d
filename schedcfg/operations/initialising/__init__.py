"""A first configuration, and the hook that keeps it right."""

from schedcfg.operations.initialising.beginning import Beginning, begin

__all__ = ["Beginning", "begin"]

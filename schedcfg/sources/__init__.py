"""Where documents come from: files, folders, standard input."""

from schedcfg.sources.find import find
from schedcfg.sources.source import Source, may_hold_configuration

__all__ = ["Source", "find", "may_hold_configuration"]

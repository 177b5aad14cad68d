"""Where documents come from: files, folders, standard input, ConfigMaps."""

from schedcfg.sources.config_map import Embedded, configurations_in
from schedcfg.sources.find import find
from schedcfg.sources.source import Source, may_hold_configuration

__all__ = ["Embedded", "Source", "configurations_in", "find", "may_hold_configuration"]

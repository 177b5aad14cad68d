"""Where documents come from: files, folders, standard input, ConfigMaps."""

from schedcfg.sources.config_map import Embedded, configurations_in
from schedcfg.sources.find import find
from schedcfg.sources.marks import may_hold_configuration, mentions_configuration
from schedcfg.sources.replace import replace
from schedcfg.sources.source import STDIN, Source

__all__ = [
    "STDIN",
    "Embedded",
    "Source",
    "configurations_in",
    "find",
    "may_hold_configuration",
    "mentions_configuration",
    "replace",
]

"""Where documents come from: files, folders, standard input, ConfigMaps, lists of manifests."""

from schedcfg.sources.embedded import Embedded, configurations_in
from schedcfg.sources.find import find
from schedcfg.sources.marks import may_hold_configuration, mentions_configuration
from schedcfg.sources.source import Source

__all__ = ["Embedded", "Source", "configurations_in", "find", "may_hold_configuration", "mentions_configuration"]

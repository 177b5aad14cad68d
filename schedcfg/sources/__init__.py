"""Where documents come from: files, folders, standard input, ConfigMaps, lists of manifests."""

from schedcfg.sources.embedded import Embedded, configurations_in
from schedcfg.sources.folder import Text, patches_in, texts_in
from schedcfg.sources.in_place import edit_of_file
from schedcfg.sources.marks import (
    large_file_may_hold_configuration,
    may_hold_configuration,
    may_hold_manifests,
    mentions_configuration,
    mentions_manifests,
)
from schedcfg.sources.pending import sweep
from schedcfg.sources.replace import create, replace
from schedcfg.sources.search import SUFFIXES, SearchTally, find, with_suffixes
from schedcfg.sources.source import STDIN, Source, TooLarge

__all__ = [
    "STDIN",
    "SUFFIXES",
    "Embedded",
    "SearchTally",
    "Source",
    "Text",
    "TooLarge",
    "configurations_in",
    "create",
    "edit_of_file",
    "find",
    "large_file_may_hold_configuration",
    "may_hold_configuration",
    "may_hold_manifests",
    "mentions_configuration",
    "mentions_manifests",
    "patches_in",
    "replace",
    "sweep",
    "texts_in",
    "with_suffixes",
]

"""Where documents come from: files, folders, standard input, ConfigMaps, lists of manifests."""

from schedcfg.sources.folder import SUFFIXES, SearchTally, find, with_suffixes
from schedcfg.sources.marks import (
    large_file_may_hold_configuration,
    may_hold_configuration,
    may_hold_manifests,
    mentions_configuration,
    mentions_manifests,
)
from schedcfg.sources.neighboring import (
    NOTHING_OPEN,
    StaticPodFolder,
    patches_in,
    starting_in,
    static_pods_in,
    texts_in,
)
from schedcfg.sources.source import STDIN, Source, TooLarge, expect_text
from schedcfg.sources.text import Text

__all__ = [
    "NOTHING_OPEN",
    "STDIN",
    "SUFFIXES",
    "SearchTally",
    "Source",
    "StaticPodFolder",
    "Text",
    "TooLarge",
    "expect_text",
    "find",
    "large_file_may_hold_configuration",
    "may_hold_configuration",
    "may_hold_manifests",
    "mentions_configuration",
    "mentions_manifests",
    "patches_in",
    "starting_in",
    "static_pods_in",
    "texts_in",
    "with_suffixes",
]

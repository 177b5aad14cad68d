"""Where documents come from: files, folders, standard input, ConfigMaps, lists of manifests."""

from schedcfg.sources.folder import (
    SUFFIXES,
    SearchTally,
    StaticPodFolder,
    Text,
    find,
    patches_in,
    starting_in,
    static_pods_in,
    texts_in,
    with_suffixes,
)
from schedcfg.sources.marks import (
    large_file_may_hold_configuration,
    may_hold_configuration,
    may_hold_manifests,
    mentions_configuration,
    mentions_manifests,
)
from schedcfg.sources.source import STDIN, Source, TooLarge, expect_text

__all__ = [
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

"""What a release makes of a configuration, in the form of the recordings."""

from functools import cache
from typing import Any

from schedcfg import IN_TREE_ONLY
from schedcfg.configuration.decode.configuration import decode
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.provenance import plugins
from schedcfg.configuration.effective.resolve import resolve
from schedcfg.document import Document, parse
from schedcfg.releases.release import Release
from schedcfg.sources.type_meta import read_type_meta


@cache
def document(text: str) -> Document:
    return parse(text).documents[0]


def completed(text: str, release: Release) -> Configuration:
    one = document(text)
    decoded = decode(one, read_type_meta(one.data), release, lambda name: IN_TREE_ONLY.known(name, release))
    return resolve(decoded, IN_TREE_ONLY)


def running(configuration: Configuration) -> dict[str, Any]:
    return {
        profile: {point: [ref._asdict() for ref in refs] for point, refs in points.items()}
        for profile, points in plugins(configuration, IN_TREE_ONLY).items()
    }

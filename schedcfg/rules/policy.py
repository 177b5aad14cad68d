"""What a legacy Policy may not say."""

from collections.abc import Iterator

from schedcfg.decode.legacy_policy import decode_policy
from schedcfg.diagnostics import Problem
from schedcfg.document import Document
from schedcfg.releases.release import Release


def problems(document: Document, release: Release) -> Iterator[Problem]:
    """Yield what a release refuses in a Policy."""
    _, found = decode_policy(document, release)
    yield from found

"""A document as any release would complete it: a configuration of some API version, or a legacy Policy."""

from collections.abc import Callable
from typing import NamedTuple

from schedcfg import releases
from schedcfg.decode import Decoded
from schedcfg.effective.model import Configuration
from schedcfg.effective.resolve import defaults, resolve
from schedcfg.effective.world import World
from schedcfg.releases.release import Release

POLICY = "Policy"
"""What a Policy is written in, where others have an API version."""


class Completion(NamedTuple):
    """How a document is completed.

    Attributes:
        written_in: Its API version, short: `v1beta3`; `Policy` for a Policy.
        readers: The names of all releases that read it.
        by: Completes the document by a release's rules.
        of_nothing: Completes a document that says nothing by a release's rules.
    """

    written_in: str
    readers: tuple[str, ...]
    by: Callable[[Release], Configuration]
    of_nothing: Callable[[Release], Configuration]


def of_configuration(decoded: Decoded, world: World) -> Completion:
    """Tell how a configuration is completed."""
    return Completion(
        decoded.api_version,
        releases.serving(decoded.api_version),
        lambda release: resolve(decoded._replace(release=release), world),
        lambda release: defaults(decoded.api_version, release, world),
    )

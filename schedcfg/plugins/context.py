"""By whose rules the Args of a plugin are completed and checked."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from schedcfg.releases.release import Release


class Context(NamedTuple):
    """The API version and the release.

    Attributes:
        api_version: The document's version, short: `v1beta3`.
        release: The Kubernetes release.
    """

    api_version: str
    release: "Release"

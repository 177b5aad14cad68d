"""By whose rules Args are completed, checked and written."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from schedcfg.releases.release import Release


class Context(NamedTuple):
    """By whose rules Args are completed and checked.

    Attributes:
        api_version: The document's version, short: `v1beta3`.
        release: The Kubernetes release.
    """

    api_version: str
    release: "Release"

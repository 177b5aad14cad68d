"""A configuration that something is generated around."""

import hashlib
from typing import NamedTuple

from schedcfg.effective import Configuration
from schedcfg.releases.release import Release

CHECKSUM_ANNOTATION = "schedcfg.io/config-sha256"
"""Annotation of a Pod: when the configuration changes, so does the Pod, and what runs it starts it again."""


class Given(NamedTuple):
    """A configuration that its release accepts.

    Attributes:
        name: The name that its file has beside the generated ones: `scheduler-config.yaml`.
        text: Its text, as the user wrote it.
        configuration: Completed.
    """

    name: str
    text: str
    configuration: Configuration

    @property
    def release(self) -> Release:
        """The release that runs it."""
        return self.configuration.release

    @property
    def checksum(self) -> str:
        """The SHA-256 of its bytes in UTF-8, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()

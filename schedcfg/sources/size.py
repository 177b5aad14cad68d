"""How much is in the configurations and manifests of a text: what takes too long to validate is refused before."""

from schedcfg import limits
from schedcfg.document import Document
from schedcfg.errors import UnreadableInput

MOST_PROFILES = 1000
"""Profiles that the configurations of one text run, the default one too: each has some thirty plugins."""

_MOST_SCHEDULERS = 1000
"""Schedulers that the manifests of one text run: each is compared with all others."""


class Size:
    """Counts what is in the configurations and manifests of a text.

    Args:
        characters: The length of the text: a short one cannot hold too much.
    """

    def __init__(self, characters: int) -> None:
        self._characters = characters
        self._values = self._profiles = self._schedulers = 0

    def add(self, document: Document) -> None:
        """Count a configuration.

        Raises:
            UnreadableInput: if that is too much.
        """
        # A value and what parts it from the next are two characters, a profile more.
        if self._characters <= min(MOST_PROFILES, limits.VALUES.value) * 2:
            return
        self._profiles += number_of_profiles(document)
        if self._profiles > MOST_PROFILES:
            raise _too_many(f"configurations with more than {MOST_PROFILES:,} profiles")
        if self._characters > limits.VALUES.value * 2:
            # Of repeated keys, only the last one is in the data.
            self._values += len(document.defects)
            self._count(document.data)

    def add_scheduler(self, values: int) -> None:
        """Count a scheduler that a manifest runs.

        Args:
            values: How many flags, feature gates and others it has.

        Raises:
            UnreadableInput: if that is too much.
        """
        self._schedulers += 1
        self._values += values
        if self._schedulers > _MOST_SCHEDULERS:
            raise _too_many(f"manifests of more than {_MOST_SCHEDULERS:,} schedulers")
        if self._values > limits.VALUES.value:
            of = "flags, feature gates, mounts and volumes of schedulers"
            raise _too_many(f"more than {limits.VALUES.value:,} {of}", limits.VALUES)

    def _count(self, data: object) -> None:
        most = limits.VALUES.value
        self._values += number_of_values(data, most - self._values)
        if self._values > most:
            raise _too_many(f"configurations with more than {most:,} values", limits.VALUES)


def number_of_profiles(document: Document) -> int:
    """Return how many profiles a configuration runs: the default one where it has none."""
    profiles = document.data.get("profiles") if isinstance(document.data, dict) else None
    return max(len(profiles), 1) if isinstance(profiles, list) else 1


def number_of_values(data: object, most: int) -> int:
    """Return how many values are in data, itself and each entry and item; beyond `most` it stops counting."""
    pending, found = [data], 0
    while pending and found <= most:
        value = pending.pop()
        found += 1
        if isinstance(value, dict | list):
            pending.extend(value.values() if isinstance(value, dict) else value)
    return found


def _too_many(what: str, limit: limits.Bound | None = None) -> UnreadableInput:
    return UnreadableInput(f"it contains {what}", f"Split the file. {limit.advice if limit else ''}".rstrip())

"""How much a text holds for an upgrade over many releases: each of them reads and completes it again."""

from schedcfg import limits
from schedcfg.changes.upgrade.folder import configurations_of, parsed
from schedcfg.sources import Text
from schedcfg.sources.manifests.reading import manifests_in
from schedcfg.sources.size import number_of_profiles, number_of_values

_FEW = 4
"""Hops over which as many values, or profiles, as a file may hold are upgraded in about a minute."""


def too_much(text: str, hops: int) -> str | None:
    """Return why a text is not upgraded over so many hops; None where it is."""
    most = limits.VALUES.value * _FEW // hops
    if len(text) * hops > limits.READ_AGAIN.value:
        size, limit = f"{len(text):,} characters", limits.READ_AGAIN
    elif len(text) * hops * (schedulers := _schedulers(text)) > limits.READ_AGAIN.value:
        # The version of each is changed in every release, and each change reads the text again.
        size, limit = f"{len(text):,} characters with {schedulers:,} schedulers", limits.READ_AGAIN
    elif _holds_more(text, most):
        size, limit = f"configurations with more than {most:,} values", limits.VALUES
    elif (profiles := _profiles(text)) > limits.PROFILES.value * _FEW // hops:
        size, limit = f"configurations with {profiles:,} profiles", limits.PROFILES
    else:
        return None
    return f"it contains {size}, too many for {hops} releases: upgrade to a nearer one first. {limit.advice}"


def _schedulers(text: str) -> int:
    """Return how many schedulers the manifests of a text run."""
    return sum(len(one.running) for one in manifests_in((Text("", parsed(text)),)))


def _holds_more(text: str, most: int) -> bool:
    """Return whether the configurations of a text hold more values than these."""
    # A value and what parts it from the next are two characters.
    if len(text) <= most * 2:
        return False
    documents = [one.document for one in configurations_of(text) if one.document is not None]
    # Of repeated keys, only the last one is in the data; comments about findings are asked about in each release.
    found = sum(len(one.defects) for one in documents) + text.count("schedcfg:")
    for one in documents:
        found += number_of_values(one.data, most - found)
    return found > most


def _profiles(text: str) -> int:
    """Return how many profiles the configurations of a text run."""
    documents = [one.document for one in configurations_of(text)]
    return sum(1 if one is None else number_of_profiles(one) for one in documents)

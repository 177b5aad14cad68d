"""What each Kubernetes minor release serves, enables and removes, and how it behaves.

Its tables are data, as they were recorded (`data/1.NN.json`), and read at the first use of the release.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, lru_cache

from schedcfg.errors import UnknownTarget
from schedcfg.patterns import pattern
from schedcfg.releases.recorded import minors
from schedcfg.releases.release import Release, as_recorded, minor

_FIRST, *_, _LAST = minors()

OLDEST = f"1.{_FIRST}"
"""The oldest release that is known."""

NEWEST = f"1.{_LAST}"
"""The newest release that is known."""

NEWEST_WORD = "newest"
"""What users may write for it wherever a release can be given."""

_NEWEST_WORDS = {NEWEST_WORD, "latest"}
"""With the word that other tools have for it."""

_WRITTEN = pattern(r"v?(?P<major>\d{1,9})\.(?P<minor>\d{1,9})(?:\.(?P<patch>\d{1,9}))?(?:[-+].*)?", re.ASCII)


def names() -> tuple[str, ...]:
    """List the names of all known releases, the oldest first."""
    return tuple(f"1.{number}" for number in range(_FIRST, _LAST + 1))


def known(kubernetes: str | None) -> Release | None:
    """Return a release by its name as files show it, `1.29`; None where they show none, or one that is not known."""
    return at(kubernetes) if kubernetes is not None and kubernetes in names() else None


def nearest(kubernetes: str) -> str:
    """Return the name of the known release that is nearest to one by its name: `1.18` for `1.11`."""
    return f"1.{min(max(minor(kubernetes), _FIRST), _LAST)}"


@lru_cache(maxsize=64)
def at(kubernetes: str) -> Release:
    """Return a release by its name: `1.29`, `v1.29`, `1.29.3`, `v1.29.3-eks-abc123`, `v1.29.3+k3s1`, or `newest`.

    `latest` is the newest, too. The patch release is kept, for the few faults that one has fixed; what a distribution
    appends makes no difference.

    Raises:
        UnknownTarget: if that is no release, or one older or newer than those that are known.
        TypeError: if it is no text: the number 1.30 is the number 1.3.
    """
    if not isinstance(kubernetes, str):
        raise TypeError(f'a Kubernetes release is a text, e.g. "1.29", not {kubernetes!r}')
    if kubernetes in _NEWEST_WORDS:
        return as_recorded(_LAST)
    known = f"Known releases: {OLDEST} to {NEWEST}."
    written = _WRITTEN.fullmatch(kubernetes)
    if written is None:
        serving = _serving_named(kubernetes)
        if serving:
            raise UnknownTarget(
                f"`{kubernetes}` is an API version; a Kubernetes release is expected, e.g. {serving[-1]}",
                f"Kubernetes {serving[0]} to {serving[-1]} serve it. {known}",
            )
        raise UnknownTarget(
            f"`{kubernetes}` is not a Kubernetes release",
            f"{_near(kubernetes)}Write it as `{NEWEST}` or `v{NEWEST}.0`, or `{NEWEST_WORD}`. {known}",
        )
    release = (int(written["major"]), int(written["minor"]))
    name = f"{release[0]}.{release[1]}"
    if release < (1, _FIRST):
        raise UnknownTarget(
            f"Kubernetes {name} is older than the oldest release known here",
            f"{known} Validate against `{OLDEST}`, the nearest, or the release that you upgrade to.",
        )
    if release > (1, _LAST):
        raise UnknownTarget(
            f"Kubernetes {name} is newer than the newest release known here",
            f"{_near(kubernetes)}{known} Update schedcfg, or validate against `{NEWEST_WORD}`, which is {NEWEST}.",
        )
    recorded = as_recorded(release[1])
    return recorded if written["patch"] is None else with_patch(recorded, int(written["patch"]))


def refuse_release(text: str) -> None:
    """Refuse a Kubernetes release in the place of an API version.

    Raises:
        UnknownTarget: if it is one, with what to write.
    """
    try:
        newest = at(text).api_versions[-1]
    except UnknownTarget:
        return
    raise UnknownTarget(
        f"`{text}` is a Kubernetes release; an API version is expected, e.g. {newest}",
        f"Write `--kubernetes {text}` instead, for the newest API version that it serves: {newest}.",
    )


def _serving_named(text: str) -> tuple[str, ...]:
    """List the releases that serve an API version, where a text is one, in short or in full."""
    return serving(text.rpartition("/")[2]) if "." not in text.rpartition("/")[2] else ()


def _near(text: str) -> str:
    """Ask for the release that was meant, where one has the same digits: `1,29`, `1-29`, `129`, `1.92`."""
    digits = sorted(letter for letter in text if letter.isdigit())
    near = [name for name in (*names(), NEWEST_WORD) if digits and sorted(name.replace(".", "")) == digits]
    written = "".join(letter for letter in text if letter.isdigit())
    near.sort(key=lambda name: name.replace(".", "") != written)
    return f"Did you mean `{near[0]}`? " if near else ""


def without_gates(release: Release) -> Release:
    """Return a release, and the patch of it that was named, without feature gates set."""
    recorded = as_recorded(release.number)
    return recorded if release.patch is None else with_patch(recorded, release.patch)


@lru_cache(maxsize=64)
def with_patch(release: Release, patch: int) -> Release:
    """Return a patch release of a release: the same object for the same ones."""
    return replace(release, patch=patch)


def all_releases() -> tuple[Release, ...]:
    """Load all known releases, the oldest first."""
    return tuple(as_recorded(number) for number in range(_FIRST, _LAST + 1))


def first(does: Callable[[Release], bool]) -> Release:
    """Return the first release that does something: `first(lambda release: release.answers_livez)`."""
    return next(release for release in all_releases() if does(release))


@lru_cache(maxsize=64)
def is_on(gate: str, kubernetes: str) -> bool:
    """Return whether a release does what a feature gate is for: by default, or in any case as the gate has gone."""
    release = at(kubernetes)
    if gate in release.feature_gates:
        return release.enables(gate)
    return any(earlier.enables(gate) for earlier in all_releases() if earlier.number < release.number)


@lru_cache(maxsize=64)
def serving(api_version: str) -> tuple[str, ...]:
    """List the releases that serve an API version (short: `v1beta3`), the oldest first; maybe none."""
    return tuple(release.name for release in all_releases() if api_version in release.api_versions)


def serving_span(api_version: str) -> str:
    """Return the releases that serve an API version, of which there are some, as messages have them: `1.23 to 1.28`."""
    found = serving(api_version)
    return found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"


def newest_serving(api_version: str) -> str | None:
    """Return the newest release that serves an API version (short: `v1beta3`), or None if none does."""
    return serving(api_version)[-1] if serving(api_version) else None


def having(plugin: str) -> tuple[str, ...]:
    """List the releases with an in-tree plugin of that name, the oldest first."""
    return _having_plugins().get(plugin, ())


@cache
def _having_plugins() -> dict[str, tuple[str, ...]]:
    return _releases_by_name(lambda release: release.plugins)


def having_flag(name: str) -> tuple[str, ...]:
    """List the releases whose kube-scheduler has a flag (without dashes), the oldest first."""
    return _having_flags().get(name, ())


@cache
def _having_flags() -> dict[str, tuple[str, ...]]:
    return _releases_by_name(lambda release: release.flags)


def _releases_by_name(names_of: Callable[[Release], Iterable[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for release in all_releases():
        for name in names_of(release):
            found.setdefault(name, []).append(release.name)
    return {name: tuple(having) for name, having in found.items()}

"""The way from one API version and release to another, in steps between neighbours."""

from schedcfg import releases
from schedcfg.differences.results import Stop
from schedcfg.effective.view import Meaning
from schedcfg.releases.release import Release


def stop_of(meaning: Meaning) -> Stop:
    """Return what a meaning was told by."""
    return Stop(meaning.api_version, meaning.kubernetes)


def road(one: Stop, other: Stop) -> tuple[Stop, ...]:
    """List the stops between two API versions and releases, both included, the older first.

    A step leads to another API version of the same release, or to the next release with the same API version; only
    where these have no API version in common (1.18 and 1.19), to both at once.

    Returns:
        At least one stop; only the two, where just one of them is an API version, the other a legacy Policy.
    """
    start, end = sorted((one, other), key=_age)
    if start.api_version == end.api_version:
        numbers = range(releases.at(start.kubernetes).number, releases.at(end.kubernetes).number + 1)
        return tuple(Stop(start.api_version, f"1.{number}") for number in numbers)
    if not all(releases.serving(stop.api_version) for stop in (start, end)):
        return (start, end)
    stops = [start]
    while stops[-1] != end:
        stops.append(_next(stops[-1], end))
    return tuple(stops)


def is_older(one: Stop, other: Stop) -> bool:
    """Tell whether the first is the older one, or as old as the other."""
    return _age(one) <= _age(other)


def _age(stop: Stop) -> tuple[int, int]:
    """Return what sorts stops by age: the release, then the API version."""
    release = releases.at(stop.kubernetes)
    versions = release.api_versions
    return release.number, versions.index(stop.api_version) if stop.api_version in versions else -1


def _next(stop: Stop, end: Stop) -> Stop:
    here = releases.at(stop.kubernetes)
    if stop.api_version != end.api_version and end.api_version in here.api_versions:
        return Stop(end.api_version, here.name)
    after = _release_after(here)
    if stop.api_version in after.api_versions:
        return Stop(stop.api_version, after.name)
    # The API version ends here: go on with the newest one that leads further.
    common = [version for version in here.api_versions if version in after.api_versions]
    return Stop(common[-1], here.name) if common else Stop(after.api_versions[0], after.name)


def _release_after(release: Release) -> Release:
    names = releases.names()
    return releases.at(names[names.index(release.name) + 1])

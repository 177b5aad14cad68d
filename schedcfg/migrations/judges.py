"""Which releases judge a step: those that serve both versions, or where there are none, the nearest ones."""

from schedcfg import releases
from schedcfg.migrations.work import POLICY
from schedcfg.releases.release import Release


def serving(version: str) -> list[Release]:
    """List the releases that read a version, or a Policy, the oldest first."""
    if version == POLICY:
        return [release for release in releases.all_releases() if release.policy]
    return [releases.at(name) for name in releases.serving(version)]


def common(source: str, target: str, asked: Release | None) -> list[Release]:
    """List the releases that serve both versions: the one that was asked for first, then the newest ones."""
    both = [release for release in serving(source) if target in release.api_versions]
    return sorted(both, key=lambda release: (asked is None or release.name != asked.name, -release.number))


def nearest(source: str, target: str) -> Release:
    """Choose the release that serves the target and is nearest to those that serve the source."""
    after = serving(target)
    return after[0] if after[0].number > serving(source)[-1].number else after[-1]


def near(version: str, release: Release) -> list[Release]:
    """List the releases that serve a version, those nearest to another one first; of two the newer one."""
    return sorted(serving(version), key=lambda one: (abs(one.number - release.number), -one.number))

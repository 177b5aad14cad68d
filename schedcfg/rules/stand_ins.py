"""Plugins of the user's own that may do what a disabled default plugin did."""

from schedcfg import plugins
from schedcfg.effective.framework import MULTI_POINT
from schedcfg.effective.model import EMPTY_SET, Profile
from schedcfg.rules.rule import Subject


def has_stand_in(subject: Subject, profile: Profile, *points: str) -> bool:
    """Tell whether a plugin of which nothing is published runs at one of these points, or may by MultiPoint."""
    known = subject.configuration.release.plugins | plugins.CATALOGUED
    return any(
        ref.name not in known
        for point in (*points, MULTI_POINT)
        for ref in profile.merged.get(point, EMPTY_SET).enabled
    )

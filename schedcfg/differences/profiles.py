"""Which profile of one side is which of the other."""

from collections.abc import Iterator

from schedcfg.differences.origins import reason
from schedcfg.differences.results import Cause, ProfileChange
from schedcfg.effective.view import Meaning, Profile


def pairs(left: Meaning, right: Meaning) -> list[tuple[Profile, Profile]]:
    """Match profiles by name; where each side has a single one, these are matched whatever their names."""
    if len(left.profiles) == len(right.profiles) == 1:
        return [(left.profiles[0], right.profiles[0])]
    named = {profile.name: profile for profile in left.profiles}
    return [(named[profile.name], profile) for profile in right.profiles if profile.name in named]


def profile_changes(left: Meaning, right: Meaning) -> Iterator[ProfileChange]:
    """Yield the profiles that go, come, or have another name; their order means nothing."""
    matched = pairs(left, right)
    kept_left, kept_right = {before.name for before, _ in matched}, {after.name for _, after in matched}
    for before in left.profiles:
        if before.name not in kept_left:
            why = reason(before.origin, None)
            yield ProfileChange(before=before.name, after=None, reason=why, profile=before.name)
    for after in right.profiles:
        if after.name not in kept_right:
            yield ProfileChange(before=None, after=after.name, reason=reason(None, after.origin), profile=after.name)
    for before, after in matched:
        if before.name != after.name:
            # One of the two names is no default, so a file gives it, whatever the profile as such comes from.
            why = reason(before.origin, after.origin)._replace(cause=Cause.FILE)
            yield ProfileChange(before=before.name, after=after.name, reason=why, profile=after.name)

"""Everything compared: profile by profile, then what is above them."""

from collections.abc import Iterator

from schedcfg.differences.arguments import args_changes
from schedcfg.differences.extenders import extender_changes
from schedcfg.differences.order import order_changes
from schedcfg.differences.plugins import plugin_changes, share_changes
from schedcfg.differences.profiles import pairs, profile_changes
from schedcfg.differences.results import AnyChange
from schedcfg.differences.settings import profile_setting_changes, setting_changes
from schedcfg.effective.view import Meaning


def changes(left: Meaning, right: Meaning) -> Iterator[AnyChange]:
    """Yield what differs between two meanings, with the reasons that show in the meanings themselves."""
    yield from profile_changes(left, right)
    for before, after in pairs(left, right):
        yield from plugin_changes(before, after)
        yield from share_changes(before, after)
        yield from order_changes(before, after)
        yield from args_changes(before, after)
        yield from profile_setting_changes(before, after)
    yield from setting_changes(left, right)
    yield from extender_changes(left, right)

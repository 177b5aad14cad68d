"""Values that come, go and change."""

from collections.abc import Callable, Iterator, Mapping

from schedcfg.differences.origins import reason
from schedcfg.differences.results import Reason
from schedcfg.effective.view import Setting


def same(one: object, other: object) -> bool:
    """Tell whether two single values, or lists of them, are equal; true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def alike(one: object, other: object) -> bool:
    """Tell whether two values are equal when the order of lists means nothing."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return same(one, other)


def differing(
    before: Mapping[str, Setting], after: Mapping[str, Setting], equal: Callable[[object, object], bool] = same
) -> Iterator[tuple[str, Setting | None, Setting | None]]:
    """Yield each path with its two values where these differ, whatever they come from.

    Args:
        before: Path → value on the left side.
        after: The same on the right side.
        equal: Tells whether two values are the same: `same` or `alike`.
    """
    for path in sorted(before.keys() | after.keys()):
        one, other = before.get(path), after.get(path)
        if one is None or other is None or not equal(one.value, other.value):
            yield path, one, other


def says_nothing(setting: Setting | None) -> bool:
    """Tell whether a value is missing, or is what Go makes of a missing one: null, false, 0 or empty."""
    return setting is None or not setting.value


def reason_of(one: Setting | None, other: Setting | None) -> Reason:
    """Tell why two values differ."""
    return reason(one.origin if one else None, other.origin if other else None)

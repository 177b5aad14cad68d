"""What two behaviours have not in common."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.migrations.behaviour import Behaviour
from schedcfg.migrations.key import ARGS, Key
from schedcfg.migrations.results import BehaviourDifference


class Difference(NamedTuple):
    """One value that is not the same; None where it is not there."""

    key: Key
    before: object
    after: object

    def because(self, reason: str, *, matters: bool) -> BehaviourDifference:
        """Tell it with its reason."""
        return BehaviourDifference(".".join(map(str, self.key)), self.before, self.after, reason, matters)


def differences(before: Behaviour, after: Behaviour) -> Iterator[Difference]:
    """Yield what differs, sorted by key; lists whose order means nothing are compared without it."""
    for key in sorted(before.keys() | after.keys(), key=lambda key: tuple(map(str, key))):
        one, other = before.get(key), after.get(key)
        if one != other and not _alike(key, one, other):
            yield Difference(key, one, other)


def _alike(key: Key, one: object, other: object) -> bool:
    """Tell whether two lists of a known plugin's Args hold the same."""
    if key[1:2] != (ARGS,) or not isinstance(one, list) or not isinstance(other, list):
        return False
    return sorted(map(repr, one)) == sorted(map(repr, other))

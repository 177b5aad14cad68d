"""In which order plugins run, where that means something."""

from collections.abc import Iterator, Mapping

from schedcfg.differences.origins import reason
from schedcfg.differences.plugins import Found, runs
from schedcfg.differences.points import MEANINGLESS
from schedcfg.differences.results import OrderChange, Reason
from schedcfg.effective.framework import DECIDING, PIPELINE
from schedcfg.effective.view import OriginKind, Profile


def order_changes(left: Profile, right: Profile) -> Iterator[OrderChange]:
    """Yield the points at which the plugins that run on both sides run in another order."""
    for point in PIPELINE:
        if point in MEANINGLESS:
            continue
        before, after = runs(left, point), runs(right, point)
        one = tuple(name for name in before if name in after)
        other = tuple(name for name in after if name in before)
        if one != other:
            yield OrderChange(
                profile=right.name,
                point=point,
                before=one,
                after=other,
                moved=moved(one, other),
                decides=point in DECIDING,
                reason=_reason(before, after),
            )


def moved(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Name the fewest that have to move to get from one order to the other, in the other order."""
    # Of several ways the same one is taken in both directions.
    first, second = sorted((one, other))
    keep = set(_longest_common(first, second))
    return tuple(name for name in other if name not in keep)


def _longest_common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return a longest sequence that keeps its order; both hold the same names, none twice."""
    place = {name: index for index, name in enumerate(other)}
    best: list[tuple[str, ...]] = []
    for name in one:
        before = (chain for chain in best if place[chain[-1]] < place[name])
        best.append((*max(before, key=len, default=()), name))
    return max(best, key=len, default=())


def _reason(before: Mapping[str, Found], after: Mapping[str, Found]) -> Reason:
    """Point at the first entry of each file that puts a plugin there, else at what the first plugin comes from."""
    left, right = (
        min((found.origin for found in side.values()), key=lambda origin: origin.kind is not OriginKind.FILE)
        for side in (before, after)
    )
    return reason(left, right)

"""The extenders, as far as they take part in scheduling."""

from collections import Counter
from collections.abc import Iterator

from schedcfg.differences.entries import by_name
from schedcfg.differences.order import moved
from schedcfg.differences.origins import reason
from schedcfg.differences.results import ExtenderChange, OrderChange
from schedcfg.differences.values import alike, differing, reason_of, says_nothing
from schedcfg.effective.view import Extender, Meaning, Setting


def extender_changes(left: Meaning, right: Meaning) -> Iterator[ExtenderChange | OrderChange]:
    """Yield the extenders that go, come, have other values, or are asked in another order."""
    before, after = _by_address(left.extenders), _by_address(right.extenders)
    gone, new = [key for key in before if key not in after], [key for key in after if key not in before]
    if len(before) == len(after) == 1:
        # A single one on each side is the same one, at another address.
        (one,), (other,) = before.values(), after.values()
        yield from _values(other.url_prefix, one, other)
        return
    for key in gone:
        why = reason(before[key].origin, None)
        yield ExtenderChange(url_prefix=key, path="", before=_itself(before[key]), after=None, reason=why)
    for key in new:
        why = reason(None, after[key].origin)
        yield ExtenderChange(url_prefix=key, path="", before=None, after=_itself(after[key]), reason=why)
    for key in (key for key in before if key in after):
        yield from _values(key, before[key], after[key])
    yield from _order(before, after)


def _by_address(extenders: tuple[Extender, ...]) -> dict[str, Extender]:
    """Map extenders by address; of the same address the later ones are numbered."""
    seen: Counter[str] = Counter()
    found = {}
    for extender in extenders:
        seen[extender.url_prefix] += 1
        number = seen[extender.url_prefix]
        found[extender.url_prefix if number == 1 else f"{extender.url_prefix} ({number})"] = extender
    return found


def _itself(extender: Extender) -> Setting:
    return Setting("", extender.url_prefix, extender.origin)


def _values(url_prefix: str, one: Extender, other: Extender) -> Iterator[ExtenderChange]:
    for path, before, after in differing(_meant(one), _meant(other), alike):
        if not (says_nothing(before) and says_nothing(after)):
            why = reason_of(before, after)
            yield ExtenderChange(url_prefix=url_prefix, path=path, before=before, after=after, reason=why)


def _meant(extender: Extender) -> dict[str, Setting]:
    """Map the values that mean something: a weight does only where the extender rates nodes."""
    return by_name(setting for setting in extender.settings if setting.path != "weight" or "score" in extender.verbs)


def _order(before: dict[str, Extender], after: dict[str, Extender]) -> Iterator[OrderChange]:
    one, other = tuple(key for key in before if key in after), tuple(key for key in after if key in before)
    if one != other:
        # Only one of them may bind, so that the order decides nothing: nodes pass all of them.
        yield OrderChange(
            point="extenders",
            before=one,
            after=other,
            moved=moved(one, other),
            decides=False,
            reason=reason(before[one[0]].origin, after[other[0]].origin),
        )

"""Recorded configurations carried to other API versions: accepted there, and the same in behaviour."""

import pytest

from tests.conformance.migrated import Case, End, carry, cases

pytestmark = pytest.mark.long


def newest(name: str, step: int) -> list[Case]:
    """Of each recording and pair of versions, take the newest release that accepts it."""
    found = {(case.id, case.source, case.target): case for case in cases(name, step)}
    return list(found.values())


@pytest.mark.parametrize(("name", "step"), [("named.verdicts", 2), ("train.verdicts", 6)])
def test_behavior_is_kept_or_the_difference_is_reported(name: str, step: int) -> None:
    results = [carry(case) for case in newest(name, step)]
    wrong = [(one.case.id, one.case.release, one.case.target, one.problem) for one in results if one.end is End.WRONG]
    assert not wrong
    assert len(results) > 200
    assert sum(one.end in {End.EQUAL, End.NOTED} for one in results) > 0.6 * len(results)

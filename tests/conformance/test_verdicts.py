"""What the real kube-scheduler accepted is accepted, what it refused is refused, by the fields that it names.

What rules say of themselves holds there as well: their names, weights and releases. All of this is asked of the same
reports, in one file, so that one process makes them once.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from schedcfg import IN_TREE_ONLY, Role, validate
from schedcfg.cards import RuleCard
from schedcfg.document import parse
from schedcfg.rules.cards import cards
from schedcfg.validation.options import Options
from tests.conformance.judged import Judged, judge, judged, report
from tests.conformance.recordings import HERE, OF_EVERY_RELEASE, OF_SOME_RELEASES, read
from tests.recorded_facts import RELEASES
from tests.searching import IS_SEARCHING

pytestmark = pytest.mark.long

KNOWN: dict[str, Any] = tomllib.loads((HERE / "known_differences.toml").read_text(encoding="utf-8"))
RECORDINGS = tuple(f"{name}.verdicts" for name in (*OF_EVERY_RELEASE, *OF_SOME_RELEASES))
LEAST_COMPARED = 50
UNKNOWN = re.compile(r'unknown field "([^"]+)"')
MERGED = re.compile(r"\.[eE]nabled(\[\d+\])?")
"""Upstream counts `enabled` in a list that it merged, we in the user's; once it writes a capital."""

HEAVIEST_FIRST = ["refused", "error", "warning", "info"]


@pytest.fixture(scope="module", autouse=True)
def forgotten_at_the_end() -> Iterator[None]:
    """Keep what was found for the tests of this file, and no longer."""
    yield
    judged.cache_clear()


@cache
def known(recording: str) -> dict[str, set[str]]:
    """Case → the releases in which it is known to differ."""
    return {case: set(entry["releases"]) for case, entry in KNOWN.get(recording, {}).items()}


def assert_releases(counted: Counter[str], recording: str) -> None:
    newest_alone = recording.removesuffix(".verdicts") in OF_SOME_RELEASES
    assert set(counted) >= set(RELEASES[-2:] if newest_alone else RELEASES)


def differs(one: Judged) -> bool:
    return one.accepted != (one.answer["outcome"] == "ok")


@pytest.mark.parametrize("recording", RECORDINGS)
def test_verdicts(recording: str) -> None:
    asked: Counter[str] = Counter()
    wrong: list[tuple[str, str]] = []
    mended: list[tuple[str, str]] = []
    for one in judged(recording):
        asked[one.release] += 1
        listed = one.release in known(recording).get(one.case, set())
        if differs(one) and not listed:
            wrong.append((one.release, one.case))
        elif listed and not differs(one):
            mended.append((one.release, one.case))
    assert_releases(asked, recording)
    assert wrong == []
    assert mended == [], "take them off the list"


def test_policies() -> None:
    wrong = [
        (one.release, one.case)
        for one in judged("policies-train", "policy", Role.POLICY)
        if differs(one) and one.release not in known("policies-train").get(one.case, set())
    ]
    assert wrong == []


def test_every_known_difference_says_why() -> None:
    for recording in KNOWN.values():
        for case, entry in recording.items():
            assert len(entry["reason"]) > 20, case


def test_the_comparison_can_fail() -> None:
    case = next(iter(read("named.verdicts")))
    flipped = type(case)(case.id, case.tags, "not a configuration", case.answers)
    assert any(differs(one) for one in judge(flipped, Role.CONFIG))


@pytest.mark.parametrize(
    ("recording", "text_key", "role"),
    [
        ("train.verdicts", "yaml", Role.CONFIG),
        ("named.verdicts", "yaml", Role.CONFIG),
        ("policies-train", "policy", Role.POLICY),
    ],
)
def test_a_text_that_is_read_once_for_all_releases_is_validated_as_for_each_alone(
    recording: str, text_key: str, role: Role
) -> None:
    """All releases of a case are asked; every fourth is compared, for each case other ones, or all when searching."""
    for number, case in enumerate(islice(read(recording, text_key), None, None, 50)):
        stream = parse(case.text)
        for place, release in enumerate(case.answers):
            found = report(stream, release, role)
            if IS_SEARCHING or (place + number) % 4 == 0:
                alone = validate(case.text, release, options=Options(registry=IN_TREE_ONLY, role=role))
                assert found == alone, (case.id, release)


def named(answer: dict[str, Any]) -> set[str]:
    """List the fields that an answer names; empty where it names none, or not by path (decoding, up to 1.22)."""
    if answer["outcome"] == "validation":
        return {error["field"] for error in answer["errors"]}
    if answer["outcome"] == "decode":
        return set(UNKNOWN.findall(answer["errors"][0]["message"]))
    return set()


def missing(answer: dict[str, Any], paths: frozenset[str]) -> set[str]:
    """Return the fields that none of our paths names, or leads into."""
    ours = tuple(f"{uncounted(path)}." for path in paths)
    return {
        field
        for field in named(answer)
        if not any(path.startswith((f"{uncounted(field)}.", f"{uncounted(field)}[")) for path in ours)
    }


def uncounted(path: str) -> str:
    return MERGED.sub(".enabled", path)


@pytest.mark.parametrize("recording", RECORDINGS)
def test_paths(recording: str) -> None:
    compared: Counter[str] = Counter()
    wrong: list[tuple[str, str, set[str]]] = []
    for one in judged(recording):
        if one.accepted or not named(one.answer):
            continue
        compared[one.release] += 1
        left_out = missing(one.answer, one.refused)
        listed = one.release in known(f"{recording} paths").get(one.case, set())
        if bool(left_out) is not listed:
            wrong.append((one.release, one.case, left_out))
    assert_releases(compared, recording)
    assert sum(compared.values()) > LEAST_COMPARED
    assert wrong == []


def test_the_comparison_of_paths_can_fail() -> None:
    answer = {"outcome": "validation", "errors": [{"field": "profiles[0].plugins.score.enabled[7]"}]}
    assert missing(answer, frozenset({"profiles[0].plugins.score.enabled[0].name"})) == set()
    assert missing(answer, frozenset({"profiles[0].plugins.score", "profiles[1].plugins.score.enabled[7]"}))
    unknown = {"outcome": "decode", "errors": [{"message": 'unknown field "foo", unknown field "a.b"'}]}
    assert missing(unknown, frozenset({"profiles[0].foo", "a.b"})) == {"foo"}


@cache
def found() -> frozenset[tuple[str, str, str]]:
    recordings = (
        judged("train.verdicts"),
        judged("named.verdicts"),
        judged("policies-train", "policy", Role.POLICY),
    )
    return frozenset().union(*(one.rules for recording in recordings for one in recording))


def number(release: str) -> int:
    return int(release.partition(".")[2])


def holds_in(card: RuleCard, release: str) -> bool:
    since = card.since is None or number(release) >= number(card.since)
    return since and (card.until is None or number(release) <= number(card.until))


def is_as_heavy_as_said(card: RuleCard, weight: str) -> bool:
    if weight == "refused" or card.weights == ("refused",):
        return weight in card.weights
    return HEAVIEST_FIRST.index(weight) >= HEAVIEST_FIRST.index(card.severity)


def test_everything_found_has_a_card() -> None:
    assert {rule for rule, _, _ in found()} - set(cards()) == set()


def test_nothing_is_found_outside_of_its_releases() -> None:
    assert {(rule, release) for rule, release, _ in found() if not holds_in(cards()[rule], release)} == set()


def test_nothing_is_heavier_than_its_card_says() -> None:
    assert {(rule, weight) for rule, _, weight in found() if not is_as_heavy_as_said(cards()[rule], weight)} == set()


@pytest.mark.parametrize("card", [card for card in cards().values() if card.until], ids=lambda card: card.id)
def test_an_end_would_be_noticed(card: RuleCard) -> None:
    assert card.until is not None
    assert holds_in(card, card.until)
    assert not holds_in(card, f"1.{number(card.until) + 1}")


def test_the_recordings_show_most_refusals() -> None:
    refusing = {name for name, card in cards().items() if card.group == "refused"}
    assert len({rule for rule, _, _ in found()} & refusing) > len(refusing) // 2

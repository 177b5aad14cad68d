"""A drafted release says what the facts say, and lists what else is new."""

from itertools import pairwise
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.releases.release import GROUP, FeatureGate, Release
from tests.recorded_facts import RELEASES, facts, recorded_flag
from tools.record import draft


def drafted(before: str, after: str) -> Release:
    """Run the text of a draft, and return the release that it makes."""
    number = int(after.partition(".")[2])
    names: dict[str, Any] = {}
    exec(draft.release_file(facts(before), facts(after), after), names)
    release = names[f"V1_{number}"]
    assert isinstance(release, Release)
    return release


# 1.32 was measured without the gates of the command, which stand in its file nevertheless; 1.22 as its first patch
# releases are, and 1.23 follows the later ones.
@pytest.mark.parametrize("pair", [one for one in pairwise(RELEASES) if "1.32" not in one and one != ("1.22", "1.23")])
def test_a_draft_has_the_facts(pair: tuple[str, str]) -> None:
    before, after = pair
    found, wanted = drafted(before, after), facts(after)
    assert found.name == after
    assert found.source_version == wanted["kubernetes"].split()[0]
    assert set(found.api_versions) == releases.at(after).default_plugins.keys()
    assert found.plugins == wanted["plugins"].keys()
    assert found.default_plugins == {
        version.removeprefix(f"{GROUP}/"): {
            point: tuple((ref["name"], ref["weight"]) for ref in refs) for point, refs in points.items()
        }
        for version, points in wanted["default_plugins"].items()
    }
    assert dict(found.feature_gates) == {
        name: FeatureGate(gate["default"], gate["prerelease"] or "GA", gate["lockToDefault"], gate["scheduler"])
        for name, gate in wanted["feature_gates"].items()
    }
    assert {name: recorded_flag(flag, name) for name, flag in found.flags.items()} == {
        flag["name"]: flag for flag in wanted["flags"]
    }


def test_each_change_asks_for_its_source() -> None:
    text = draft.release_file(facts("1.34"), facts("1.35"), "1.35")
    lines = text.splitlines()
    for change in ("default_plugins=", "plugins_added=", '"min-compatibility-version": Flag('):
        (place,) = (number for number, line in enumerate(lines) if line.strip().startswith(change))
        assert lines[place - 1].strip() == draft.SOURCE
    assert f'            "GangScheduling",  {draft.SOURCE}' in lines
    assert (
        '        BETA_OFF: ("MaxUnavailableStatefulSet", "PodCertificateRequest", "StorageVersionMigrator"),' in lines
    )


def test_dependencies_are_written_where_they_change() -> None:
    gates = facts("1.36")["feature_gates"]
    known = {gate: sorted(one) for gate, one in releases.at("1.35").gate_dependencies.items() if gate in gates}
    needed = {**known, "DRAAdminAccess": [], "GenericWorkload": ["GangScheduling"]}
    text = draft.release_file(facts("1.35"), {**facts("1.36"), "feature_gate_dependencies": needed}, "1.36")
    place = text.index("    needing={\n")
    written = text[place : text.index("    },\n", place)].splitlines()[1:]
    assert written == ['        "DRAAdminAccess": (),', '        "GenericWorkload": ("GangScheduling",),']


def test_edits_between_lists_keep_the_order() -> None:
    old = [("A", 0), ("B", 1), ("C", 0), ("D", 2)]
    assert draft.edits_between(old, [*old, ("E", 3)]) == ['append("E", 3)']
    assert draft.edits_between(old, [("E", 0), *old]) == ['insert_after(None, "E")']
    assert draft.edits_between(old, [("A", 0), ("C", 0), ("B", 1), ("D", 2)]) == [
        'remove("C")',
        'insert_after("A", "C")',
    ]
    assert draft.edits_between(old, [("A", 0), ("B", 4), ("C", 0)]) == ['remove("D")', 'reweigh("B", 4)']


def test_what_has_its_place_elsewhere_is_listed() -> None:
    listed = list(draft.elsewhere(facts("1.33"), facts("1.34"), "1.34"))
    assert "v1.DynamicResourcesArgs: a new struct" in listed
    listed = list(draft.elsewhere(facts("1.34"), facts("1.35"), "1.35"))
    assert "GangScheduling: a new plugin, extension points preEnqueue, reserve, permit" in listed
    assert any(line.startswith("DynamicResources: extension points") and "score" in line for line in listed)

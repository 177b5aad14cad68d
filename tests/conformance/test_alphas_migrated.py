"""Recorded files of 1.18 carried to v1beta1: 1.19 takes them, and runs what was recorded for 1.18.

No release serves both versions, so that what 1.18 was seen to run is compared with what the new text means to 1.19. All
that may differ is what differs between recorded files that say nothing, and what the proof tells.
"""

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest

from schedcfg import IN_TREE_ONLY, Role
from schedcfg.commands.migrate.migrate import migrate
from schedcfg.commands.migrate.results import MigrationStatus
from schedcfg.validation.options import Options
from tests.conformance.migrated import accepted
from tests.conformance.recordings import read, read_effective

BEFORE, AFTER = "1.18", "1.19"


class Run(NamedTuple):
    profile: str
    point: str
    plugin: str
    weight: int


@cache
def recorded(name: str, release: str) -> dict[str, frozenset[Run]]:
    return {id_: runs(value["plugins"]) for id_, one, value in read_effective(name) if one == release}


def runs(plugins: dict[str, Any]) -> frozenset[Run]:
    return frozenset(
        Run(profile, point, ref["name"], ref["weight"])
        for profile, points in plugins.items()
        for point, refs in points.items()
        for ref in refs
    )


def meant(text: str) -> frozenset[Run]:
    found = accepted(text, AFTER)
    assert found is not None, text
    return frozenset(
        Run(profile, point, ref.name, ref.weight)
        for profile, points in found.plugins.items()
        for point, refs in points.items()
        for ref in refs
    )


def by_release() -> set[tuple[object, ...]]:
    """Name what only one of both releases was seen to run where a file says nothing, with the weight."""
    before, after = recorded("named", BEFORE)["v1alpha2-minimal"], recorded("named", AFTER)["v1beta1-minimal"]
    return {one[1:] for one in before ^ after}


@pytest.mark.parametrize("name", ["named", "train"])
@pytest.mark.parametrize("source", ["v1alpha1", "v1alpha2"])
def test_what_was_recorded_for_one_release_runs_in_the_next(name: str, source: str) -> None:
    ends: Counter[str] = Counter()
    excused = by_release()
    for case in read(f"{name}.verdicts"):
        if case.answers.get(BEFORE, {}).get("outcome") != "ok" or case.tags[0] != source:
            continue
        file = migrate(case.text, "v1beta1", None, options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG))
        (document,) = file.documents
        ends[document.status] += 1
        if file.migrated is None:
            assert document.status is MigrationStatus.REFUSED
            assert document.findings, case.id
            continue
        told = {tuple(difference.path.rsplit(".", 2)) for proof in document.proofs for difference in proof.differences}
        differing = recorded(name, BEFORE)[case.id] ^ meant(file.migrated)
        assert not {one[:3] for one in differing if one[1:] not in excused} - told, case.id
    assert ends["migrated"] > 20
    assert ends["refused"] <= 1

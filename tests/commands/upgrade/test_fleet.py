"""A fleet from 1.22 to 1.37 by its plan alone: the real program of each release starts with what each hop leads to.

Here is also what is tested of the plan's reports: to make it takes longer than anything that is done with it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schedcfg import releases
from schedcfg.commands.upgrade.results import UpgradePlan
from tests.commands.upgrade import programs
from tests.commands.upgrade.programs import ASKED, Question
from tests.commands.upgrade.test_upgrade_statements import in_text, missing_on_page, on_page, statements

OWN_PLUGINS = {"own-plugin", "scheduler-plugins"}
"""Folders of schedulers with plugins that the stock program does not have: it reads them, and cannot build them."""


def hop_by_hop(plan: UpgradePlan, texts: dict[Path, dict[str, str]]) -> Iterator[tuple[str, list[Question]]]:
    """Yield releases with what they are asked: the older one of a hop halfway, the newer one afterwards."""
    now = {folder: dict(named) for folder, named in texts.items()}
    for hop in plan.hops:
        oldest = releases.at(hop.source).number
        for stage, release in (("halfway", hop.source), ("after", hop.target)):
            for file in hop.files:
                path = Path(file.path)
                assert now[path.parent][path.name] == (file.before if stage == "halfway" else file.halfway)
                now[path.parent][path.name] = getattr(file, stage)
            folders = now.items()
            yield (
                release,
                [question for at, named in folders for question in programs.questions(at, oldest, texts[at], named)],
            )


def test_every_hop_is_accepted_as_recorded(fleet: UpgradePlan, texts: dict[Path, dict[str, str]]) -> None:
    known = programs.recorded()
    for release, asked in hop_by_hop(fleet, texts):
        assert len({one.place.split("/")[0] for one in asked}) >= 30
        unknown = [one.place for one in asked if one.digest not in known[release]]
        assert not unknown, f"{release} was not asked about these: see programs.py"


@pytest.mark.skipif(not ASKED, reason="asks the real programs: set SCHEDCFG_RECORD_UPGRADE=1")
def test_the_real_programs_accept_every_hop(fleet: UpgradePlan, texts: dict[Path, dict[str, str]]) -> None:
    found: dict[str, set[str]] = {}
    refused = []
    for release, asked in hop_by_hop(fleet, texts):
        found.setdefault(release, set()).update(one.digest for one in asked)
        for one, said in programs.refusals(programs.program(release), asked):
            if one.place.split("/")[0] in OWN_PLUGINS and "does not exist" in said:
                continue
            refused.append(f"{release} {one.place} {one.flags}: {said}")
    assert not refused, "\n".join(refused)
    programs.write(found)


def test_each_statement_of_the_text_is_on_the_page(fleet: UpgradePlan) -> None:
    assert len(list(statements(in_text(fleet)))) > 500
    assert missing_on_page(fleet, on_page(fleet)) == []

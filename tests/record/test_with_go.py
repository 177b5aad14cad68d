"""The program itself, linked with the newest release: only with `SCHEDCFG_RECORD=1`, since that takes minutes.

`SCHEDCFG_RECORD=1.33,1.36` names other releases.
"""

import os

import pytest

from tests.recorded_facts import RELEASES, facts
from tools.record.__main__ import main

ASKED = os.environ.get("SCHEDCFG_RECORD", "")


@pytest.mark.skipif(not ASKED, reason="linking a release takes minutes and gigabytes: set SCHEDCFG_RECORD=1")
@pytest.mark.parametrize("release", [RELEASES[-1]] if ASKED in {"", "1"} else ASKED.split(","))
def test_the_program_answers_as_recorded(release: str) -> None:
    assert main([release, "--version", facts(release)["kubernetes"], "--compare"]) == 0


@pytest.mark.skipif(not ASKED, reason="linking the descheduler takes minutes and gigabytes: set SCHEDCFG_RECORD=1")
def test_the_descheduler_answers_as_recorded() -> None:
    assert main(["policies", "--compare"]) == 0

"""Random files in all styles, carried over: `many.py` does the same for as many as one likes, and prints figures."""

import os
import subprocess
import sys
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg.commands.migrate.results import MigrationStatus
from tests.commands.migrate.checked import accepted_at_the_end, asked, faults, refusals, run, unproven
from tests.commands.migrate.many import Figures, one
from tests.commands.migrate.random_texts import random_text
from tests.paths import ROOT

seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=20)
@given(seeds)
def test_nothing_is_lost_and_nothing_else_changes(seed: int) -> None:
    text = random_text(seed)
    option = asked(Random(seed + 1))
    file = run(text.text, option)
    assert list(faults(text.text, option, file)) == []
    for finding in refusals(file):
        assert finding.message
        assert finding.help


@settings(max_examples=20)
@given(seeds)
def test_the_proof_holds_when_somebody_else_looks(seed: int) -> None:
    text = random_text(seed)
    if text.form in {"alone", "json"}:
        file = run(text.text, asked(Random(seed + 1)))
        assert accepted_at_the_end(file)
        assert list(unproven(text.text, file)) == []


def test_texts_are_seldom_in_the_way() -> None:
    migrated, conflicts = 0, []
    for seed in range(60):
        text = random_text(seed)
        if not text.aliases:
            file = run(text.text, asked(Random(seed + 1)))
            migrated += file.status is MigrationStatus.MIGRATED
            conflicts += [(seed, refusal.message) for refusal in refusals(file) if refusal.rule == "edit-conflict"]
    assert migrated > 20
    assert len(conflicts) * 100 <= migrated, conflicts


def test_the_same_comes_out_whatever_order_python_gives_to_sets() -> None:
    """Another process, with other hashes, comes to the same."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.commands.migrate.many", "3", "500"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert os.environ.get("PYTHONHASHSEED") != "1"
    figures = Figures()
    for seed in range(500, 503):
        one(seed, figures)
    assert done.stdout.partition("digest ")[2][:16] == figures.digest.hexdigest()[:16]

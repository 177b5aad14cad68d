"""How much a score counts: every report, rule and hint of an editor has the same share, or the same reason."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.commands.server.analysis import analyze
from schedcfg.commands.server.hints import hints
from tests.called import Result
from tests.commands.scores_that_count import CASES, CONFIGURATION, OFF, REVERSED, Case, percent


@pytest.fixture(params=CASES.values(), ids=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    found = request.param
    assert isinstance(found, Case)
    return found


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "scheduler.yaml"
    path.write_text(CONFIGURATION)
    return path


def test_effective(case: Case, written: Path, schedcfg: Callable[..., Result]) -> None:
    text = schedcfg("effective", written, *case.options).out
    (row,) = re.findall(r"VolumeBinding +30 +(\S+)", text)
    assert row == ("none" if case.share is None else percent(case.share))
    assert (f"VolumeBinding does not count: {case.idle}." in text) == (case.share is None)
    assert f"NodeResourcesFit                      1{percent(1 / case.total):>8}" in text


def _shares(text: str, kubernetes: str) -> dict[str, float | None]:
    view = effective_configuration(text, kubernetes).view
    assert view is not None
    (point,) = (one for one in view.profiles[0].points if one.name == "score")
    return {one.name: one.share for one in point.running}


def test_why(case: Case, written: Path, schedcfg: Callable[..., Result]) -> None:
    text = schedcfg("why", "VolumeBinding", written, *case.options).out
    counts = "weight 30, does not count" if case.share is None else f"weight 30 of {case.total}, {percent(case.share)}"
    assert re.search(rf"score +\d of \d+ +{counts} ", text)
    report = json.loads(schedcfg("why", "VolumeBinding", written, *case.options, "-o", "json").out)
    (point,) = (one for one in report["files"][0]["profiles"][0]["points"] if one["point"] == "score")
    assert point["share"] == pytest.approx(case.share)
    assert point["total"] == case.total


def test_diff(case: Case, written: Path, schedcfg: Callable[..., Result]) -> None:
    before = written.with_name("before.yaml")
    before.write_text(CONFIGURATION.replace("weight: 30", "weight: 29"))
    compared = schedcfg("diff", before, written, *case.options)
    if case.share is None:
        assert (compared.out, compared.status) == ("", 0)
    else:
        share = percent(29 / (case.total - 1))
        changed = f"weight 29, share {share} → weight 30, share {percent(case.share)}"
        assert f"~ VolumeBinding at score: {changed}" in compared.out


def test_the_rule(case: Case, written: Path, schedcfg: Callable[..., Result]) -> None:
    found = schedcfg("validate", written, *case.options, "--select", "outvoted-packing").out
    assert f"`NodeResourcesFit` has 1 of {case.total} score weights" in found
    assert f"Set the weight of `NodeResourcesFit` to {case.total} at `score`" in found


def test_the_hint_of_an_editor() -> None:
    for kubernetes, label in (("1.33", "weight 30"), ("1.37", percent(30 / 44))):
        (hint,) = hints(analyze(CONFIGURATION, kubernetes))
        assert hint.label == label
    (hint,) = hints(analyze(CONFIGURATION, "1.33"))
    assert hint.tooltip == f"At score, its score does not count: {OFF}."


def test_beside_a_negative_weight_nothing_has_a_share(tmp_path: Path, schedcfg: Callable[..., Result]) -> None:
    path = tmp_path / "reversed.yaml"
    path.write_text(REVERSED)
    at = (path, "-k", "1.37")
    assert {*_shares(REVERSED, "1.37").values()} == {None}
    assert "shares are then meaningless" in schedcfg("effective", *at).out
    assert re.search(r"weight 1 of 13 ", schedcfg("why", "NodeResourcesFit", *at).out)
    assert "outvoted-packing" not in schedcfg("validate", *at).out
    whole = tmp_path / "whole.yaml"
    whole.write_text(CONFIGURATION)
    text = schedcfg("diff", whole, path, "-k", "1.37").out
    assert f"VolumeBinding at score: weight 30, share {percent(30 / 44)} → weight -1  [" in text
    assert "shares of the plugins" not in text
    (hint,) = hints(analyze(REVERSED, "1.37"))
    assert hint.tooltip == "At score, a negative weight makes shares meaningless."


def test_but_a_negative_weight_that_does_not_count_reverses_nothing() -> None:
    shares = _shares(REVERSED, "1.33")
    assert (shares["VolumeBinding"], shares["NodeResourcesFit"]) == (None, pytest.approx(1 / 12))

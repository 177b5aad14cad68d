"""Rules are still understood by what they were called before: in comments, options, settings and baselines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg import validate
from schedcfg.output.links import identity
from schedcfg.rules.cards import cards
from schedcfg.rules.former_ids import FORMER_IDS
from schedcfg.validation.selection import baseline

OLD, NEW = "outvoted-packing", "outweighed-packing"
PACKING = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated{}
            resources:
              - name: cpu
                weight: 1
"""
Command = Callable[..., Any]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "scheduler.yaml"
    path.write_text(PACKING.format(""), encoding="utf-8")
    return path


def found(text: str) -> list[str]:
    return [finding.rule for document in validate(text).documents for finding in document.findings]


def test_the_ids_of_today_are_rules_and_the_others_are_none() -> None:
    assert set(FORMER_IDS.values()) <= cards().keys()
    assert not FORMER_IDS.keys() & cards().keys()


def test_a_comment_counts_and_a_fix_renames_it(schedcfg: Command, file: Path) -> None:
    assert found(PACKING.format("")) == [NEW]
    assert found(PACKING.format(f"  # schedcfg: ignore[{NEW}] meant")) == []
    file.write_text(PACKING.format(f"  # schedcfg: ignore[{OLD}] meant"), encoding="utf-8")
    assert found(file.read_text(encoding="utf-8")) == ["renamed-rule"]
    assert schedcfg("validate", "scheduler.yaml", "--fix").status == 0
    assert file.read_text(encoding="utf-8") == PACKING.format(f"  # schedcfg: ignore[{NEW}] meant")


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_option_counts_and_the_new_name_is_shown(schedcfg: Command, file: Path, option: str) -> None:
    assert file.is_file()
    by_old, by_new = (schedcfg("validate", "scheduler.yaml", option, name) for name in (OLD, NEW))
    assert by_old.out == by_new.out
    assert f"`{OLD}` is called `{NEW}` now" in by_old.err
    assert OLD not in by_new.err


@pytest.mark.parametrize("settings", [f'ignore = ["{OLD}"]', f'[[per-path]]\npaths = ["*.yaml"]\nignore = ["{OLD}"]'])
def test_settings_count_and_the_new_name_is_shown(schedcfg: Command, file: Path, settings: str) -> None:
    file.with_name(".schedcfg.toml").write_text(f"{settings}\n", encoding="utf-8")
    done = schedcfg("validate", "scheduler.yaml")
    assert NEW not in done.out
    assert f"`{OLD}` is called `{NEW}` now" in done.err


def test_a_baseline_counts(schedcfg: Command, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert file.is_file()
    with monkeypatch.context() as patch:
        patch.setattr(baseline, "identity", lambda *given: identity(*given)._replace(rule=OLD))
        assert schedcfg("validate", "scheduler.yaml", "--write-baseline", "known.json").status == 0
    assert f'"rule": "{OLD}"' in Path("known.json").read_text(encoding="utf-8")
    assert schedcfg("validate", "scheduler.yaml", "--baseline", "known.json").out == ""


def test_explain_shows_the_rule_of_today(schedcfg: Command) -> None:
    assert schedcfg("explain", OLD).out == schedcfg("explain", NEW).out

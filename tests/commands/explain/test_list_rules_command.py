"""`schedcfg list rules` and `schedcfg explain RULE`."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from schedcfg.cards import RuleGroup, files
from schedcfg.commands.explain.rules import OTHER_COMMANDS, finding_cards
from schedcfg.rules.cards import cards

Run = Callable[..., Any]

_WIDEST = 120


def test_every_rule_is_listed_once_below_its_heading(schedcfg: Run) -> None:
    done = schedcfg("rules")
    assert (done.status, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if len(line) > _WIDEST] == []
    rules, _, others = done.out.partition(f"{OTHER_COMMANDS}\n")
    first_words = [line.split()[0] for line in rules.splitlines() if line]
    for name in cards():
        assert first_words.count(name) == 1
    assert all(group.heading in done.out.splitlines() for group in RuleGroup)
    for name in finding_cards():
        assert f"\n{name} " in others
    assert done.out.endswith(f"{len(cards())} rules. `schedcfg explain RULE` shows the details of one.\n")


@pytest.mark.parametrize(
    ("of", "columns"), [("rules", 80), ("plugins", 80), ("releases", 80), ("plugins", 100), ("rules", 200)]
)
def test_lists_are_no_wider_than_the_terminal(of: str, columns: int) -> None:
    """Each list is too wide for 80 columns; of 200 none takes all, and one of each is enough for the rest."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "NO_COLOR": "1"}
    with (
        subprocess.Popen([sys.executable, "-m", "schedcfg", "list", of], stdout=theirs, env=environment) as process,
        os.fdopen(ours, "rb") as terminal,
    ):
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # as a terminal ends whose program did
            while piece := terminal.read1():
                shown += piece
    assert process.returncode == 0
    lines = shown.decode().splitlines()
    assert max(map(len, lines)) <= min(columns, _WIDEST)


def test_rules_for_programs(schedcfg: Run) -> None:
    report = schedcfg("rules", "--output", "json").report
    assert report["version"] == 1
    assert [rule["id"] for rule in report["rules"]] == sorted(cards())
    by_id = {rule["id"]: rule for rule in report["rules"]}
    assert by_id["unknown-flag"]["weights"] == ["refused", "error", "warning"]
    assert by_id["undeclared-plugin"]["weights"] == ["refused", "error", "warning"]
    assert {other["id"] for other in report["others"]} == set(finding_cards())
    assert by_id["bind-address"]["until"] == "1.27"
    assert by_id["encoding"]["bad"].startswith("# Priorit\\xe4tsklassen\n")


@pytest.mark.parametrize("name", cards())
def test_every_rule_is_explained_with_what_validate_says(schedcfg: Run, name: str) -> None:
    card = cards()[name]
    done = schedcfg("explain", name)
    assert (done.status, done.err) == (0, "")
    weights, title, *_ = done.out.removeprefix(f"{name}  ").split("\n\n", 2)
    assert tuple(weights.replace(" or ", ", ").split(", ")) == card.weights
    assert title.startswith(f"  {card.title}.\n")
    assert (f"`# schedcfg: ignore[{name}] reason`" in done.out) is (card.weights != ("refused",))
    example, _, rest = done.out.partition("\nWhat is found\n\n")
    finding, _, mended = rest.partition("The same, fixed\n\n")
    assert f"\nExample, checked with `{' '.join(['schedcfg validate', *card.options])}`\n" in example
    assert any(f"{file}:" in finding for file in files(card.bad))
    assert f"[{name}]" in finding
    assert all(citation.url in example for citation in card.evidence)
    assert mended.strip()


def test_an_explanation_for_programs(schedcfg: Run) -> None:
    report = schedcfg("explain", "discarded-args", "--output", "json").report
    assert (report["kind"], report["rule"]["id"]) == ("rule", "discarded-args")
    assert [one["url"] for one in report["rule"]["evidence"]] == [
        citation.url for citation in cards()["discarded-args"].evidence
    ]
    (finding,) = report["findings"]
    assert finding["file"] == "scheduler.yaml"
    assert finding["fix"]["title"] == "Remove it"


def test_what_is_found_is_what_validate_finds(schedcfg: Run, tmp_path: Any) -> None:
    """The example is validated without files; with them it is the same."""
    card = cards()["missing-kubeconfig"]
    for name, text in files(card.bad).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    judged = schedcfg("validate", tmp_path, "--output", "json").report["files"]
    real = [one for file in judged for document in file["documents"] for one in document["findings"]]
    shown = schedcfg("explain", card.id, "--output", "json").report["findings"]
    assert [{key: one[key] for key in real[0]} for one in shown] == [one for one in real if one["rule"] == card.id]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("unknwon-field", "Did you mean `unknown-field`?"),
        ("no-such-thing-at-all", "`schedcfg list rules` lists the rules."),
    ],
)
def test_a_rule_that_does_not_exist(schedcfg: Run, name: str, advice: str) -> None:
    done = schedcfg("explain", name)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"schedcfg: there is no rule `{name}`\n  help: {advice}\n"


def test_a_fix_is_named(schedcfg: Run) -> None:
    assert "fix       Remove it (`schedcfg validate --fix`)\n" in schedcfg("explain", "discarded-args").out
    assert "fix       by hand\n" in schedcfg("explain", "profile-name").out


@pytest.mark.parametrize("name", finding_cards())
def test_what_other_commands_report_is_explained(schedcfg: Run, name: str) -> None:
    done = schedcfg("explain", name)
    assert (done.status, done.err) == (0, "")
    if name not in POINTS_OF_THE_SAME_NAME:
        assert all(f"`schedcfg {card.command}`: " in done.out for card in finding_cards()[name])


POINTS_OF_THE_SAME_NAME = {"unreserve"}
"""A note of a migration; `explain` tells of the extension point that it is about."""


def test_an_id_of_other_commands_for_programs(schedcfg: Run) -> None:
    report = schedcfg("explain", "open-port", "--output", "json").report
    assert (report["kind"], report["name"]) == ("finding", "open-port")
    assert [(one["command"], one["weights"]) for one in report["elsewhere"]] == [("generate", ["warning"])]
    rule = schedcfg("explain", "host-network-dns", "--output", "json").report
    assert [one["command"] for one in rule["elsewhere"]] == ["generate"]


def test_a_misspelled_id_of_another_command_is_corrected(schedcfg: Run) -> None:
    done = schedcfg("explain", "open-prot")
    assert done.status == 2
    assert "Did you mean `open-port`?" in done.err

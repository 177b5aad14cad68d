"""The sentence that a run ends with: what became of the files, then what was found, in the same words everywhere."""

from collections import Counter

import pytest

from schedcfg.findings import Verdict
from schedcfg.output.summary import Summary


def summary(**numbers: int) -> Summary:
    made = Summary(**numbers)  # type: ignore[arg-type]
    made.configurations = Counter({Verdict.ACCEPTED: made.accepted, Verdict.REFUSED: made.refused})
    made.releases.update({"1.29"} if made.accepted or made.refused else ())
    return made


@pytest.mark.parametrize(
    ("numbers", "line"),
    [
        ({"refused": 1, "refusals": 2, "errors": 1}, "1 file refused by Kubernetes 1.29: 2 refused, 1 error"),
        ({"refused": 1, "accepted": 3, "refusals": 1}, "1 of 4 files refused by Kubernetes 1.29: 1 refused"),
        (
            {"accepted": 1, "errors": 2, "warnings": 1},
            "1 file with 2 errors, 1 warning; nothing in it is refused by Kubernetes 1.29",
        ),
        (
            {"accepted": 1, "errors": 1, "read": 1},
            "1 file with 1 error; the configuration itself is read by Kubernetes 1.29",
        ),
        (
            {"accepted": 2, "errors": 1, "infos": 1, "read": 1, "silenced": 2, "unreadable": 1},
            "2 files with 1 error, 1 info, 2 suppressed; the configuration itself is read by Kubernetes 1.29, 1 could "
            "not be read",
        ),
        ({"accepted": 2, "errors": 1}, "2 files with 1 error; nothing in them is refused by Kubernetes 1.29"),
        ({"accepted": 2, "infos": 2}, "2 files accepted by Kubernetes 1.29: 2 infos"),
        ({"accepted": 1, "silenced": 3}, "1 file accepted by Kubernetes 1.29: 3 suppressed"),
        ({"unreadable": 1}, "1 file could not be read"),
        ({"unreadable": 2, "accepted": 1}, "1 file accepted by Kubernetes 1.29, 2 could not be read"),
        ({"accepted": 2, "fixed": 3, "fixed_files": 2}, "2 files accepted by Kubernetes 1.29: 3 fixed in 2 files"),
        (
            {"accepted": 1, "fixed": 1, "fixed_files": 1, "pending": 1},
            "1 file accepted by Kubernetes 1.29: 1 would be fixed in 1 file",
        ),
        ({"accepted": 1, "unwritten": 1}, "1 file accepted by Kubernetes 1.29, 1 could not be written"),
    ],
)
def test_outcome_and_numbers(numbers: dict[str, int], line: str) -> None:
    assert summary(**numbers).line() == line
    assert summary(**numbers).closing() == line


def test_where_nothing_was_found_only_a_terminal_gets_it() -> None:
    accepted = summary(accepted=30)
    assert (accepted.line(), accepted.closing()) == ("", "30 files accepted by Kubernetes 1.29")
    accepted.releases.add("1.9")
    assert accepted.closing() == "30 files accepted by Kubernetes 1.9 to 1.29"
    assert summary().closing() == ""


def test_what_is_accepted_only_with_plugins_says_so() -> None:
    made = summary(accepted=2, errors=1)
    made.assumed_plugins.update({"Mine", "A\x1bB"})
    made.read = 2
    read = "2 files with 1 error; the configurations themselves are read by Kubernetes 1.29 if"
    assert made.line() == f"{read} `A\\x1bB`, `Mine` are compiled in"
    made.assumed_plugins.update({"C", "D", "E"})
    assert made.line() == f"{read} `A\\x1bB`, `C`, `D` and 2 more are compiled in"
    refused = summary(refused=1, accepted=1, refusals=1)
    refused.assumed_plugins.add("Mine")
    assert refused.line() == "1 of 2 files refused by Kubernetes 1.29: 1 refused"


@pytest.mark.parametrize(
    ("fail_on", "numbers", "failing", "reason"),
    [
        ("error", {"refused": 1, "refusals": 1, "warnings": 1}, 1, ""),
        ("error", {"accepted": 1, "warnings": 1}, 0, ""),
        ("warning", {"accepted": 1, "warnings": 1, "infos": 4}, 1, " (--fail-on warning)"),
        ("info", {"accepted": 1, "infos": 4}, 4, " (--fail-on info)"),
        ("info", {"accepted": 1, "errors": 1, "infos": 4}, 5, ""),
        ("never", {"refused": 1, "refusals": 1}, 0, " (--fail-on never)"),
        ("never", {"accepted": 1, "warnings": 1}, 0, ""),
    ],
)
def test_the_line_names_the_choice_that_decides_the_exit_status(
    fail_on: str, numbers: dict[str, int], failing: int, reason: str
) -> None:
    made = summary(**numbers)
    made.fail_on = fail_on
    assert made.failing == failing
    assert made.line().partition(" (")[1:] == (reason[:2], reason[2:])


@pytest.mark.parametrize(
    ("numbers", "hint"),
    [
        ({}, ""),
        ({"fixable": 1}, "[*] 1 fixable with --fix"),
        ({"fixable_unsafely": 2}, "[~] 2 fixable with --unsafe-fixes"),
        ({"fixable": 1, "fixable_unsafely": 2}, "[*] 1 fixable with --fix, [~] 2 more with --unsafe-fixes"),
    ],
)
def test_what_could_be_fixed(numbers: dict[str, int], hint: str) -> None:
    assert summary(**numbers).fixable_hint() == hint


def test_a_hint_follows_in_the_same_parentheses() -> None:
    made = summary(accepted=1, warnings=1)
    assert made.line("1 fixable with --fix").endswith(": 1 warning (1 fixable with --fix)")
    made.fail_on = "warning"
    assert made.line("1 fixable with --fix").endswith(": 1 warning (--fail-on warning; 1 fixable with --fix)")

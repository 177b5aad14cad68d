"""How much was found: every report of a run ends with the same numbers."""

import json
import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.called import EXAMPLES, Result

RUNS = {
    **{str(path.relative_to(EXAMPLES)): (path,) for path in sorted(EXAMPLES.rglob("*.yaml"))},
    "all of them": (EXAMPLES,),
    "one warning": (EXAMPLES / "broken" / "old-version.yaml", "-k", "1.24"),
    "with comments that suppress": (EXAMPLES, "--ignore", "outweighed-packing"),
}
NAMES = ("refused", "error", "warning", "info")


def numbers_in(sentence: str) -> dict[str, int]:
    """Read the numbers of findings from a sentence; what is one of is singular, what are more is plural."""
    found = {}
    for name in NAMES:
        ending = "" if name == "refused" else "s?"
        # `1 of 3 files refused by` are files.
        match = re.search(rf"[:,;]? ?\b(?:with )?(\d+) {name}{ending}\b", re.sub(r"\d+ files? refused", "", sentence))
        if match is not None:
            number = int(match[1])
            plural = name if name == "refused" or number == 1 else f"{name}s"
            assert re.search(rf"\b{number} {plural}\b", sentence), sentence
            found[name] = number
    return found


def found_in(report: dict[str, Any]) -> dict[str, int]:
    """Count what a JSON report holds."""
    findings = [one for file in report["files"] for document in file["documents"] for one in document["findings"]]
    return dict(Counter("refused" if one["class"] == "refused" else one["severity"] for one in findings))


def closing_of(page: str) -> str:
    """Return the sentence behind the answer with which a page begins."""
    (shown,) = re.findall(r'<p class="answer">(?:<strong.*?</strong> )?(.*?)\.</p>', page)
    return unescape(re.sub(r"</?code>", "`", shown))


@pytest.mark.parametrize("arguments", RUNS.values(), ids=RUNS)
def test_text_json_and_page_end_with_the_same_numbers(
    arguments: tuple[object, ...], tmp_path: Path, schedcfg: Callable[..., Result]
) -> None:
    text, page, data = (tmp_path / name for name in ("text", "page", "json"))
    outputs = [f"--output={kind}={path}" for kind, path in (("text", text), ("html", page), ("json", data))]
    schedcfg("validate", *arguments, *outputs)
    report = json.loads(data.read_text(encoding="utf-8"))
    closing = closing_of(page.read_text(encoding="utf-8"))
    lines = text.read_text(encoding="utf-8").splitlines()
    if closing == "no scheduler configuration found":  # Pods that want something of one may be there
        assert (lines, found_in(report)) == ([], {})
        return
    assert lines[-1] == closing
    assert numbers_in(closing) == found_in(report)
    assert report["summary"]["errors"] == found_in(report).get("error", 0)


def test_another_number_would_be_noticed() -> None:
    assert numbers_in("1 of 3 files refused by Kubernetes 1.29: 2 refused, 1 error, 12 warnings") == {
        "refused": 2,
        "error": 1,
        "warning": 12,
    }
    with pytest.raises(AssertionError):
        numbers_in("1 file accepted by Kubernetes 1.29: 2 warning")


def test_markdown_has_the_numbers_of_validate(schedcfg: Callable[..., Result]) -> None:
    right = EXAMPLES / "broken" / "custom-plugin.yaml"
    shown = schedcfg("diff", EXAMPLES / "profiles.yaml", right, "--output", "markdown").out
    found = found_in(schedcfg("validate", right, "--output", "json").report)
    (line,) = [line for line in shown.splitlines() if "schedcfg validate" in line]
    assert found
    assert numbers_in(line.rpartition(":")[2]) == found


def test_the_plan_of_an_upgrade_counts_what_it_lists(schedcfg: Callable[..., Result]) -> None:
    arguments = ("upgrade", EXAMPLES / "broken" / "seed", "--from", "1.22", "--to", "1.24")
    report = schedcfg(*arguments, "--output", "json").report
    items = [*report["today"], *(item for hop in report["hops"] for item in hop["items"])]
    actions = Counter(item["action"] for item in items if not item["isDone"])
    edits, steps = actions["edit"], actions["by-hand"]
    expected = f"{edits} edit{'s' * (edits != 1)} and {steps} step{'s' * (steps != 1)} by hand to do"
    text = schedcfg(*arguments)
    assert text.out.splitlines()[0].endswith(f", {expected}")
    assert expected in text.err

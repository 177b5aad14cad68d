"""`schedcfg confirm` with real kube-schedulers, on recorded cases: only with `SCHEDCFG_RECORD`, as it takes minutes.

`SCHEDCFG_RECORD=1.29,1.33 pytest -s tests/commands/confirm` names the releases, and shows the figures.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.called import Result
from tests.conformance.recordings import OF_EVERY_RELEASE, Recording, read
from tests.paths import ROOT
from tests.recorded_facts import RELEASES, facts
from tools.record.module import build_command, build_with_plugins

Command = Callable[..., Result]

ASKED = os.environ.get("SCHEDCFG_RECORD", "")
CASES = 500
_FEW = 10
"""Cases of an API version that the release does not serve: they are easy."""

_HELLO = ROOT / "examples" / "hello-world" / "scheduler"
_HELLO_RELEASE = "1.33"

_FROM_CLUSTER = frozenset({"v1beta1-le-renew-jitter", "v1beta2-le-renew-jitter"})
"""What old releases check when they have seen the cluster."""

_FROM_FILES = frozenset(
    {"v1beta1-ext-tls-missing", "v1beta2-ext-tls-missing", "v1beta3-ext-tls-missing", "v1-ext-tls-missing"}
)
"""What is refused since a file is missing that the configuration names."""

pytestmark = pytest.mark.skipif(
    not ASKED, reason="linking a release takes minutes and gigabytes: set SCHEDCFG_RECORD=1"
)


def sample(release: str) -> list[Recording]:
    """Return as many cases of each outcome as there are, up to the same number, and the same ones every time."""
    by_outcome: dict[str, list[Recording]] = {}
    for case in (case for name in OF_EVERY_RELEASE for case in read(f"{name}.verdicts")):
        entry = case.answers[release]
        is_unserved = entry["outcome"] == "decode" and entry["errors"][0]["message"].startswith("no kind ")
        by_outcome.setdefault("unserved" if is_unserved else entry["outcome"], []).append(case)
    chosen = random.Random(CASES)
    found = chosen.sample(by_outcome.pop("unserved"), _FEW)
    groups = sorted(by_outcome.values(), key=len)
    for index, group in enumerate(groups):
        found += chosen.sample(group, min((CASES - len(found)) // (len(groups) - index), len(group)))
    return found


@pytest.mark.parametrize("release", [RELEASES[-1]] if ASKED in {"", "1"} else ASKED.split(","))
def test_both_agree_on_recorded_cases(release: str, schedcfg: Command, tmp_path: Path) -> None:
    cases = {case.id: case for case in sample(release)}
    for case in cases.values():
        (tmp_path / f"{case.id}.yaml").write_bytes(case.text.encode("utf-8", "surrogatepass"))
    program = build_command(facts(release)["kubernetes"])
    options = ("--as-config", "--in-tree-only", "--output", "json", "--jobs", "2")
    done = schedcfg("confirm", tmp_path, "--binary", program, *options)
    found: dict[str, dict[str, Any]] = {Path(file["path"]).stem: file for file in done.report["files"]}
    assert found.keys() == cases.keys()
    figures = Counter(
        (cases[name].answers[release]["outcome"], one["outcome"], one["agreement"]) for name, one in found.items()
    )
    print(f"\n{release} ({program.name} {facts(release)['kubernetes']}): {len(found)} cases")
    print(
        "\n".join(
            f"  recorded {key[0]}, program {key[1]}, schedcfg {key[2]}: {n}" for key, n in sorted(figures.items())
        )
    )
    other = {name: one["errors"] for name, one in found.items() if one["agreement"] != "agrees"}
    assert not other.keys() - _FROM_CLUSTER - _FROM_FILES, json.dumps(other, indent=1)


def test_the_plugins_of_an_example_are_found(schedcfg: Command) -> None:
    program = build_with_plugins(facts(_HELLO_RELEASE)["kubernetes"], _HELLO)
    done = schedcfg("plugins", "--binary", program, "--output", "json")
    (plugin,) = done.report["plugins"]
    assert (plugin["name"], plugin["points"], plugin["evidence"]) == ("HelloWorldPlugin", ["score"], "run")
    assert plugin["args"] == {"xxx": "world", "zzz": 1}
    assert done.report["kubernetes"] == _HELLO_RELEASE

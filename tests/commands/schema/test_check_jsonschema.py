"""The schemas with check-jsonschema, as pre-commit and CI run it."""

import re
import subprocess
import sys
from pathlib import Path

from schedcfg import Verdict, validate
from tests.commands.schema.schema_files import path_of
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"
VERSION = re.compile(r"^apiVersion: kubescheduler\.config\.k8s\.io/(\w+)$", re.MULTILINE)


def accepted() -> dict[str, list[Path]]:
    """Return the examples that kube-scheduler starts with, by API version."""
    found: dict[str, list[Path]] = {}
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        text = path.read_text("utf-8")
        version = VERSION.search(text)
        if version is not None and validate(text).verdict is Verdict.ACCEPTED:
            found.setdefault(version[1], []).append(path)
    return found


def check(schema: str, *paths: Path) -> "subprocess.CompletedProcess[str]":
    arguments = ["--schemafile", str(path_of(schema)), *map(str, paths)]
    return subprocess.run(
        [sys.executable, "-m", "check_jsonschema", *arguments], check=False, capture_output=True, text=True
    )


def test_examples_that_kube_scheduler_takes_pass() -> None:
    found = accepted()
    assert {"v1", "v1beta2"} <= set(found)
    for version, paths in found.items():
        done = check(version, *paths)
        assert done.returncode == 0, done.stdout


def test_the_policy_passes() -> None:
    assert check("Policy", EXAMPLES / "broken" / "extender-policy.json").returncode == 0


def test_the_broken_example_does_not_pass_and_the_places_are_reported() -> None:
    done = check("v1", EXAMPLES / "broken" / "everything.yaml")
    assert done.returncode == 1
    for place in (
        "$.parallelism",
        "$.leaderElection.leaseDuration",
        "$.profiles[0].percentageOfNodesToScore",
        "'queuesort' was unexpected",
        "$.profiles[0].pluginConfig[0].args.hardPodAffinityWeight",
        "'hardPodAffinityWeigth' was unexpected",
        "'healthzBindAddress' was unexpected",
    ):
        assert place in done.stdout
    assert "leaderElect:" not in done.stdout, "`yes` is true to Kubernetes"

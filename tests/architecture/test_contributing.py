"""CONTRIBUTING names files that exist, and code that runs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from schedcfg.sources.products import targets
from tests.paths import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGES = sorted((ROOT / "docs" / "contributing").glob("*.md"))
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
"""How one stage is tried, and the file of a product that does not exist."""
_PATH = re.compile(r"(?<![\w/.])(?:schedcfg|tests|tools|docs|schemas|examples)/[\w./-]*[\w/]")


def paths(text: str) -> set[str]:
    """Return the paths that a text names, but for those that have a placeholder in them."""
    whole = re.sub(r"[\w./-]*(?:1\.NN|<\w+>)[\w./]*", "", text)
    return set(_PATH.findall(whole))


def test_every_path_exists() -> None:
    named = paths("\n".join([TEXT, *(page.read_text(encoding="utf-8") for page in PAGES)]))
    assert len(named) > 80
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_folder_of_the_package_is_named() -> None:
    folders = {path.parent.name for path in (ROOT / "schedcfg").glob("*/__init__.py")}
    assert [folder for folder in sorted(folders) if f"| `schedcfg/{folder}/` |" not in TEXT] == []


def test_links_lead_to_headings() -> None:
    headings = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= anchors


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    example, _ = EXAMPLES
    printed: list[object] = []
    exec(example, {"print": lambda *values: printed.extend(values)})
    assert len(printed) == 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`schedcfg/no_such.py`: x", {"schedcfg/no_such.py"}),
        ("in `docs/ci.md`.", {"docs/ci.md"}),
        ("`schedcfg/releases/notes/1.NN.toml`", set()),
        ("`schedcfg/rules/refused/<rule>.py`", set()),
    ],
)
def test_paths_are_found(text: str, found: set[str]) -> None:
    assert paths(text) == found


CLUSTER = """\
apiVersion: acme.example/v1
kind: AcmeCluster
spec:
  kubernetesVersion: v1.29.3
  schedulerFlags:
    no-such-flag: x
"""
CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles: [{schedulerName: default-scheduler}]
"""
WITH_PRODUCT = """\
import sys
from schedcfg.sources import products
products.__path__.append(sys.argv.pop(1))
from schedcfg.__main__ import main
main()
"""


def test_the_product_that_is_shown_is_found(tmp_path: Path) -> None:
    _, example = EXAMPLES
    places = {"products/acme.py": example, "clusters/cluster.yaml": CLUSTER, "scheduler.yaml": CONFIGURATION}
    for place, text in places.items():
        file = tmp_path / place
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def schedcfg(*words: str) -> str:
        command = [sys.executable, "-c", WITH_PRODUCT, str(tmp_path / "products"), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout

    # By its mark among the files of a folder, by its kind, and with its release.
    validated = json.loads(schedcfg("validate", str(tmp_path / "clusters"), "-o", "json"))
    ((document,),) = (file["documents"] for file in validated["files"])
    assert [(one["rule"], one["start"]["line"]) for one in document["findings"]] == [("unknown-flag", 6)]
    assert document["kubernetes"] == "1.29"
    assert "acme " in schedcfg("generate", "--help")
    made = schedcfg("generate", "acme", "--config", str(tmp_path / "scheduler.yaml"))
    assert "kind: AcmeCluster\nspec:\n  schedulerConfig: |\n    apiVersion: kubescheduler" in made
    assert "acme" not in targets()

"""A run imports what it uses and no more. Nothing is timed here: `python -m tests.benchmarks --peers` does that."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.parsed import tree_of
from tests.paths import ROOT

_SCRIPT = """
import sys
from schedcfg import cli
sys.argv = ["schedcfg", *sys.argv[1:]]
try:
    cli.main()
finally:
    sys.stderr.write("imported: " + " ".join(sys.modules))
"""

PLAIN = {
    *("pydantic", "pydantic_core", "yaml", "ruamel", "json", "tomllib", "email", "importlib.metadata"),
    *("dataclasses", "difflib", "lzma", "pathlib", "shutil", "urllib.parse"),
}
"""What is not needed to answer a question about the command itself."""

UNUSED = {
    *("importlib.metadata", "email", "zipfile", "socket", "tomllib", "ruamel", "jsonschema", "shutil"),
    *(
        "pkgutil",
        "unicodedata",
        "schedcfg.fixing",
        "schedcfg.output.cluster",
        "schedcfg.document.nodes",
        "schedcfg.document.yaml_nodes",
        "schedcfg.configuration.effective.view",
    ),
}
"""What is not needed to validate a file, and easily comes in."""

VALIDATING = {"pydantic", "pydantic_core", "yaml", "schedcfg.validation.text", "schedcfg.rules.registry"}
"""What is needed for files with something to validate, which most commits do not have."""

STAGES = {"schedcfg.findings", "schedcfg.document", "schedcfg.releases", "schedcfg.models", "schedcfg.sources"}
"""Where the work begins."""


class Run(NamedTuple):
    """A run, and what it has to do without.

    Attributes:
        arguments: Those of the command.
        absent: Modules that it does not import.
        completed: The words of a command line to complete; None where nothing is completed.
    """

    arguments: tuple[str, ...]
    absent: set[str]
    completed: str | None = None


RUNS = {
    "version": Run(("--version",), PLAIN | STAGES),
    "help": Run(("--help",), PLAIN | STAGES),
    "help of a command": Run(("validate", "--help"), PLAIN | STAGES),
    "help of try": Run(("try", "--help"), PLAIN | STAGES | {"aiohttp", "asyncio", "urllib3"}),
    "completion of a command": Run((), PLAIN | STAGES, completed="schedcfg val"),
    "completion of an option": Run((), PLAIN | STAGES, completed="schedcfg validate --kube"),
    "a file": Run(("validate", "examples/profiles.yaml", "--no-settings"), UNUSED),
    "a folder without any": Run(("validate", "schedcfg/cli", "--no-settings"), UNUSED | VALIDATING),
    "a hook over other files": Run(
        ("validate", "--skip-others", ".github/dependabot.yml", "--no-settings"), UNUSED | VALIDATING
    ),
}


def imported(run: Run, **variables: str) -> set[str]:
    """Return the modules of a run in a process of its own, with some variables in its environment."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    if run.completed is not None:
        words = run.completed.split(" ")
        environment |= {
            "_SCHEDCFG_COMPLETE": "bash_complete",
            "COMP_WORDS": run.completed,
            "COMP_CWORD": str(len(words) - 1),
        }
    argv = [sys.executable, "-c", _SCRIPT, *run.arguments]
    done = subprocess.run(argv, check=False, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr
    assert run.completed is None or run.completed.rpartition(" ")[2] in done.stdout
    return set(done.stderr.rpartition("imported: ")[2].split(" "))


@pytest.mark.parametrize("name", RUNS)
def test_a_run_imports_what_it_uses(name: str) -> None:
    assert imported(RUNS[name]) & RUNS[name].absent == set()


def test_a_file_alone_needs_no_products(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n")

    modules = imported(Run(("validate", str(config), "--no-settings"), UNUSED))

    assert modules & UNUSED == set()
    assert {name for name in modules if name.startswith("schedcfg.sources.products")} == set()


def test_patterns_are_compiled_at_their_first_use() -> None:
    eager = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "schedcfg").rglob("*.py"))
        for statement in tree_of(path).body
        if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr))
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    ]

    assert eager == []

"""What is public is exported, importable, typed and documented."""

import ast
import subprocess
import sys
from pathlib import Path

import schedcfg
from tests.parsed import tree_of

PACKAGE = Path(schedcfg.__file__).parent


def test_all_names_exist_and_are_documented() -> None:
    for name in schedcfg.__all__:
        value = getattr(schedcfg, name)
        if callable(value):
            assert value.__doc__, name


def test_every_public_thing_has_a_docstring() -> None:
    missing = []
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = tree_of(path)
        if ast.get_docstring(tree) is None:
            missing.append(str(path))
        for node in tree.body:
            named = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if named and ast.get_docstring(node) is None:
                missing.append(f"{path}: {node.name}")
    assert not missing


def test_version_and_help_import_neither_pydantic_nor_yaml() -> None:
    for argument in ("--version", "--help"):
        code = (
            "import sys; sys.argv = ['schedcfg', sys.argv[1]]\n"
            "from schedcfg.__main__ import main\n"
            "try: main()\n"
            "except SystemExit as end: assert end.code in (0, None), end.code\n"
            "heavy = {'pydantic', 'yaml', 'ruamel', 'ssl', 'http', 'socket'} & set(sys.modules)\n"
            "assert not heavy, heavy\n"
        )
        done = subprocess.run([sys.executable, "-c", code, argument], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "schedcfg" in done.stdout


def test_validation_imports_nothing_that_asks_servers_or_writes_files() -> None:
    code = (
        "import sys; sys.argv = ['schedcfg', 'validate', '-']\n"
        "from schedcfg.__main__ import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "asking = {'ssl', 'http.client', 'schedcfg.commands.probe', 'ruamel'} & set(sys.modules)\n"
        "assert not asking, asking\n"
    )
    text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_facts_of_this_machine_stay_out() -> None:
    root = PACKAGE.parent
    needles = ("/" + "work/", "/" + "tmp/", "sha" + "red/", "sub" + "agent")
    for path in [*root.rglob("*.py"), *root.rglob("*.md"), *root.glob("*.toml"), *root.glob(".ci/*")]:
        if any(part.startswith(".venv") or part in {".git", "node_modules"} for part in path.parts):
            continue
        text = path.read_text(encoding="utf-8")
        found = [needle for needle in needles if needle in text]
        assert not found, f"{path}: {found}"

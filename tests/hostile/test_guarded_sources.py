"""Bugs in what is read from revisions, clusters, charts and lists of resources; memory, stack and interruptions."""

import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from schedcfg import cli
from schedcfg.commands.krm import function
from schedcfg.commands.krm.function import run as run_function
from schedcfg.errors import BugGuard
from schedcfg.integrations import rendered_files
from schedcfg.validation import files as validated_files
from tests.called import Result
from tests.commands.krm.resource_lists import NEW, OLD, config_map, generating, resource_list, scheduler_config
from tests.hostile import planting
from tests.hostile.planting import BAD, GOOD, V1, called_about_it, files_of_modules, place, planted
from tests.integrations.rendering import test_rendering
from tests.recorded_cluster import answering
from tests.stand_in import StandIn

Command = Callable[..., Result]

pytestmark = [pytest.mark.usefixtures("bugs_are_caught"), pytest.mark.long]

_NUMBERS = count()


def failing_on(mark: str, right: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that fails where one of its inputs has a mark."""

    def fail(*inputs: Any, **options: Any) -> Any:
        if any(mark in str(getattr(one, "text", one)) for one in (*inputs, *options.values())):
            raise RuntimeError("planted")
        return right(*inputs, **options)

    return fail


def git(*arguments: str) -> None:
    settings = ("-c", "user.email=a@example.com", "-c", "user.name=a", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *settings, *arguments], check=True, capture_output=True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("validate", "--git", "HEAD"),
        ("diff", "--git", "HEAD"),
        ("diff", "--git", "HEAD", "-o", "json"),
        ("diff", "--git", "HEAD~1..HEAD"),
    ],
    ids=" ".join,
)
def test_a_bug_in_a_file_of_a_revision(
    arguments: tuple[str, ...], schedcfg: Command, subtests: pytest.Subtests
) -> None:
    for text in (V1, f"{V1}parallelism: 4\n"):
        for name in (BAD, GOOD):
            Path(name).write_text(f"{text}# {name}\n", encoding="utf-8")
        git("init", "-q")
        git("add", "-A")
        git("commit", "-q", "-m", "one")

    def run() -> Result:
        for name in (BAD, GOOD):
            Path(name).write_text(f"{V1}percentageOfNodesToScore: 3\n# {next(_NUMBERS)}\n", encoding="utf-8")
        return schedcfg(*arguments)

    found = called_about_it(run, files_of_modules("diff.py", "review.py", "text.py"))
    assert found
    for code in found[::10]:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            if is_hit:
                assert result.status == 3
                assert "(RuntimeError: planted)" in result.err
                assert f"{BAD} cannot be read" in result.err or place(code).startswith(
                    "commands/review/reports.py: title"
                )
                assert GOOD in result.out


@pytest.mark.parametrize(
    ("arguments", "bad", "good"),
    [
        ("validate --cluster", "batch-scheduler", "cluster/packer/"),
        ("effective --cluster", "batch-scheduler[config.yaml]", "cluster/packer/"),
        ("why ImageLocality --cluster", "batch-scheduler[config.yaml]", "cluster/packer/"),
        ("diff --context a --to-context b", "batch-scheduler[config.yaml]", "differs between a and b"),
    ],
)
def test_a_bug_in_an_object_of_a_cluster(
    arguments: str,
    bad: str,
    good: str,
    schedcfg: Command,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    answering(StandIn(Path.cwd(), "kubectl"))
    monkeypatch.setenv("PATH", str(Path.cwd()))
    monkeypatch.setattr(planting, "BAD", bad)

    def run() -> Result:
        return schedcfg(*arguments.split())

    codes = called_about_it(run, files_of_modules("decode"))
    assert codes
    for code in codes[::40]:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            if is_hit:
                assert result.status == 3
                assert (
                    f"{bad} cannot be read: schedcfg itself failed on this file (RuntimeError: planted)" in result.err
                )
                assert good in result.out + result.err


def test_a_bug_in_one_rendering(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, recorded = test_rendering.HERE, test_rendering.RECORDED
    monkeypatch.chdir(here)
    monkeypatch.setenv("PATH", str(tmp_path))
    helm = StandIn(tmp_path, "helm")
    for values in ("prod.yaml", "test.yaml"):
        helm.answers("template", f"--values={here / values}", file=recorded / f"chart.{values}")
    monkeypatch.setattr(
        rendered_files, "validate_stream", failing_on("chart[prod.yaml]", rendered_files.validate_stream)
    )
    result = schedcfg("validate", "--render=helm", "chart", "--values=prod.yaml", "--values=test.yaml", "--output=json")
    assert result.status == 3
    assert "chart[prod.yaml] cannot be read: schedcfg itself failed on this file (RuntimeError: planted)" in result.err
    assert {"chart/values.yaml", "chart[prod.yaml]"} <= {file["path"] for file in result.report["files"]}


@pytest.mark.parametrize("name", ["validate_stream", "migrate", "generate_around_file"])
def test_a_bug_in_an_item_of_a_list(name: str, schedcfg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = OLD.replace("one ", "bad ") + "# bad\n"
    spec = {"migrate": "migrateTo: v1\n", "generate_around_file": generating(bad)}.get(name, "kubernetes: '1.29'\n")
    items = config_map(NEW.replace("profiles:", "profile:"), "right")
    items_with_bad = items if name == "generate_around_file" else config_map(bad, "wrong") + items
    text = resource_list(items_with_bad, config=scheduler_config(spec))
    monkeypatch.setattr(function, name, failing_on("# bad", getattr(function, name)))
    result = schedcfg("krm", stdin=text.encode())
    assert result.status == 3
    assert "schedcfg itself failed on this file (RuntimeError: planted)" in result.err
    assert "right" in result.err
    rules = [dict(one.tags).get("rule") for one in run_function(text).results]
    assert rules.count("internal-error") == 1
    assert len(rules) > 1


@pytest.mark.parametrize("error", [MemoryError(), RecursionError("maximum recursion depth exceeded")], ids=repr)
def test_memory_and_stack_cost_one_file(error: Exception, schedcfg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*inputs: Any, **options: Any) -> Any:
        if str(options["path"]) == BAD:
            raise error
        return right(*inputs, **options)

    right = validated_files.validate_file
    monkeypatch.setattr(validated_files, "validate_file", fail)
    for name in (BAD, GOOD):
        Path(name).write_text(f"{V1}parallelism: 0\n", encoding="utf-8")
    result = schedcfg("validate", BAD, GOOD)
    assert result.status == 3
    assert f"{BAD} cannot be read: schedcfg itself failed on this file ({type(error).__name__}" in result.err
    assert f"{GOOD}:3:14" in result.out


@pytest.mark.parametrize("where", ["_run", "_start_quickly"])
def test_an_interruption_anywhere_ends_without_a_traceback(where: str) -> None:
    code = (
        "import sys; from schedcfg import __main__, cli\n"
        "def interrupted(*_): raise KeyboardInterrupt\n"
        f"cli.{where} = interrupted\n"
        "sys.argv = ['schedcfg', '--version']\n"
        "__main__.main()"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (cli.ExitCode.INTERRUPTED, "", "")


def test_an_interruption_that_python_makes_an_error_of_stays_one() -> None:
    class Interrupted:
        def __set_name__(self, _owner: type, _name: str) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), BugGuard():
        type("Imported", (), {"field": Interrupted()})


def test_tracebacks_are_shown_on_request(schedcfg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    Path(BAD).write_text(V1, encoding="utf-8")
    monkeypatch.setattr(validated_files, "validate_file", fail)
    monkeypatch.setenv("SCHEDCFG_TRACEBACK", "1")
    with pytest.raises(RuntimeError, match="planted"):
        schedcfg("validate", BAD)

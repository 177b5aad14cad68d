"""A bug that one file brings to light, anywhere in the package, costs the report on that file, and nothing else."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest

from schedcfg.cli.command_names import COMMANDS as COMMAND_NAMES
from schedcfg.commands import confirm, diff
from schedcfg.commands import effective as shown
from schedcfg.commands.why import FORMATS as WHY
from schedcfg.output import FORMATS
from tests.called import Result
from tests.hostile.planting import BAD, GOOD, called_about_it, place, planted
from tests.paths import ROOT
from tests.searching import IS_SEARCHING

Command = Callable[..., Result]

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 3
profiles:
- plugins:
    score:
      disabled:
      - name: ImageLocality
      - name: ServiceAffinity  # why
# schedcfg: ignore[old-api-version] because
"""

DIFF = dict.fromkeys(diff.FORMATS, "schedcfg.commands.review.reports")
MIGRATE = {"text": "schedcfg.commands.migrate.text", "json": "schedcfg.commands.migrate.json_report"}

COMMANDS: dict[str, tuple[tuple[tuple[str, ...], dict[str, str]], ...]] = {
    # command → how it is called with several files, and its formats with the modules that render them
    "validate": (
        (("validate", "."), FORMATS),
        (("validate", ".", "--fix", "--unsafe-fixes"), {"text": FORMATS["text"]}),
        (("validate", ".", "--diff"), {"text": FORMATS["text"]}),
        (("validate", ".", "--baseline", "known.json"), {"text": FORMATS["text"]}),
    ),
    "effective": (
        (("effective", "."), shown.FORMATS),
        (("effective", ".", "--verbose"), {"text": shown.FORMATS["text"]}),
    ),
    "why": ((("why", "ImageLocality", "."), WHY),),
    "confirm": ((("confirm", ".", "--binary", "./scheduler", "--kubernetes", "1.24"), confirm.FORMATS),),
    "diff": ((("diff", "old", "new"), DIFF),),
    "migrate": (
        (("migrate", ".", "--to", "v1", "--check"), MIGRATE),
        (("migrate", ".", "--to", "v1", "--diff", "--verbose"), {"text": MIGRATE["text"]}),
        (("migrate", ".", "--to", "v1", "--write"), {"text": MIGRATE["text"]}),
    ),
}

ALONE = {"probe", "try", "test", "upgrade", "explain", "list", "init", "generate", "schema", "server", "krm"}
"""Commands about one file, one folder or none: `test_guarded_steps.py`."""

CALLS = [(arguments, next(iter(formats))) for calls in COMMANDS.values() for arguments, formats in calls]
"""How commands are called, each with one of its formats."""

RENDERERS = [
    pytest.param(arguments, output, module, id=f"{' '.join(arguments)} -o {output}")
    for (arguments, formats), *_ in COMMANDS.values()
    for module, output in {module: output for output, module in reversed(formats.items())}.items()
]
"""One call for each command and renderer."""

DOORS = ("command.py", "*_options.py", "other_sources.py", "run.py", "baseline_output.py")
"""The files of a command that hand files over to what it does."""

FINDING_AND_WRITING = (
    "cli/",
    *(
        f"commands/{path.parent.name}/{path.name}"
        for name in DOORS
        for path in (ROOT / "schedcfg").glob(f"commands/*/{name}")
    ),
    "commands/review/reports.py: title",
    "errors.py",
    "integrations/compared_files.py",
    "output/guard.py",
    "output/summary.py: Summary._counted",
    "output/terminal.py: _escape",
    "output/terminal.py: escaped",
    "sources/folder.py",
    "sources/source.py: Source.name",
    "validation/each_file.py",
)
"""What finds files, hands them over and writes what was made of them knows nothing of what is in a file. A bug there
ends the run, though not with a traceback."""

_EVERY = 1 if IS_SEARCHING else 250
"""One of so many of all functions that a command calls about a file is tried."""
_EVERY_OF_A_RENDERER = 1 if IS_SEARCHING else 16
"""One of so many of those that render what was found."""


class Run(NamedTuple):
    """A call of a command, with files that are new each time: nothing is remembered of them."""

    arguments: tuple[str, ...]
    command: Command

    def __call__(self) -> Result:
        for folder in ("old", "new") if self.arguments[0] == "diff" else (".",):
            Path(folder).mkdir(exist_ok=True)
            for name in (BAD, GOOD):
                weight = "" if folder != "new" else "parallelism: 3\n"
                Path(folder, name).write_text(f"{CONFIG}{weight}# {next(_NUMBERS)}\n", encoding="utf-8")
        return self.command(*self.arguments)


_NUMBERS = count()
pytestmark = [pytest.mark.usefixtures("bugs_are_caught"), pytest.mark.long]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    (tmp_path / "known.json").write_text('{"version": 1, "findings": []}\n', encoding="utf-8")
    program = tmp_path / "scheduler"
    program.write_text('#!/bin/sh\necho "Error: unable to start" >&2\nexit 1\n', encoding="utf-8")
    program.chmod(0o755)


def assert_others_are_reported(result: Result, output: str) -> None:
    assert result.status == 3
    assert f"{BAD} cannot be read: schedcfg itself failed on this file (RuntimeError: planted)" in result.err
    assert GOOD in (result.out + result.err).replace("#46;", ".")  # as Mermaid writes a dot
    assert "Traceback" not in result.err
    if output in {"json", "sarif", "gitlab", "rdjson"}:
        assert result.report


def guarded(codes: list[CodeType]) -> Iterator[CodeType]:
    yield from (code for code in codes if not place(code).startswith(FINDING_AND_WRITING))


def test_every_command_is_here() -> None:
    assert {name for names in COMMAND_NAMES.values() for name in names} == COMMANDS.keys() | ALONE


@pytest.mark.parametrize(("arguments", "output", "module"), RENDERERS)
def test_a_bug_in_a_renderer(
    arguments: tuple[str, ...], output: str, module: str, schedcfg: Command, subtests: pytest.Subtests
) -> None:
    run = Run((*arguments, "--output", output), schedcfg)
    run()  # What a process does once, as reading a template, is about no file, whichever test comes first.
    codes = list(guarded(called_about_it(run, {find_spec(module).origin})))
    assert codes
    for code in codes[::_EVERY_OF_A_RENDERER]:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            assert is_hit
            assert_others_are_reported(result, output)


@pytest.mark.parametrize("number", range(len(CALLS)), ids=lambda number: " ".join(CALLS[number][0]))
def test_a_bug_anywhere(number: int, schedcfg: Command, subtests: pytest.Subtests) -> None:
    """In one format: what is not rendering is the same for all."""
    arguments, output = CALLS[number]
    run = Run((*arguments, "--output", output), schedcfg)
    codes = list(guarded(called_about_it(run)))
    assert len(codes) > 400
    for code in codes[number * 7 % _EVERY :: _EVERY]:
        with subtests.test(place(code)):
            result, is_hit = planted(code, run)
            assert not is_hit or "planted" in result.err
            if is_hit:
                assert_others_are_reported(result, output)


def test_a_bug_in_what_finds_and_writes_ends_the_run_in_a_line(schedcfg: Command, subtests: pytest.Subtests) -> None:
    run = Run(("validate", "."), schedcfg)
    codes = [code for code in called_about_it(run) if place(code).startswith(FINDING_AND_WRITING)]
    for code in codes:
        with subtests.test(place(code)):
            result, _ = planted(code, run)
            assert result.status == 3
            assert result.err.count("(RuntimeError: planted)") >= 1
            assert "Traceback" not in result.err

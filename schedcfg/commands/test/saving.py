"""A trial that becomes a test: with the same inputs, and expectations of what happens now."""

import os

from schedcfg.cli.reporting import write_stderr
from schedcfg.commands.test.first_file import of_trial
from schedcfg.commands.test.run import Recording, TestOptions, run_tests
from schedcfg.commands.trial.asking import TryOptions
from schedcfg.commands.trial.ongoing_run import TrialFailed
from schedcfg.document.texts import printable
from schedcfg.errors import UnwritableOutput
from schedcfg.sources import Source
from schedcfg.validation.workers import cores


def save_trial(asked: TryOptions, path: str) -> None:
    """Write a trial as a file of tests.

    Args:
        asked: The trial: of one configuration and one program.
        path: The file.

    Raises:
        WrongRequest: if files of tests are not called so.
        UnwritableOutput: if there is one already, or it cannot be written.
        TrialFailed: if the program does not do what a scheduler does.
    """
    tests = of_trial(asked.names[0], asked.nodes, asked.pods, asked.prometheus)
    tests.check(path)
    if os.path.lexists(path):
        raise UnwritableOutput(f"{path} cannot be written: it already exists", "Choose a new file.")
    report = run_tests(
        TestOptions(
            paths=(path,),
            programs=asked.programs,
            options=asked.options,
            project=asked.project,
            others=(),
            runs=None,
            jobs=cores(),
            names=(),
            recording=Recording.MISSING,
            new=Source(path, content=tests.text(path).encode()),
        )
    )
    failed = next((result for test in report.tests for result in test.results if not report.recorded), None)
    if failed is not None:
        raise TrialFailed(failed.problem or "a test expects nothing", failed.help)
    write_stderr([f"{printable(path)} is written; `schedcfg test {printable(path)}` runs it\n"])

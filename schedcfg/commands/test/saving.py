"""A trial that becomes a test: with the same inputs, and expectations of what happens now."""

from schedcfg.cli.reporting import write_stderr
from schedcfg.commands.test.first_file import of_trial
from schedcfg.commands.test.run import Recording, TestOptions, run_tests
from schedcfg.commands.trial.asking import TryOptions
from schedcfg.document.texts import printable
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
    of_trial(asked.names[0], asked.nodes, asked.pods).create(path)
    run_tests(
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
        )
    )
    write_stderr([f"{printable(path)} is written; `schedcfg test {printable(path)}` runs it\n"])

"""`schedcfg confirm`."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import completion
from schedcfg.cli import options as common
from schedcfg.cli.exit_status import ExitCode, worst
from schedcfg.cli.outputs import on_stdout, refuse_inputs, write
from schedcfg.cli.timeout import Timeout
from schedcfg.cli.validation_options import VALIDATION, by_release
from schedcfg.commands.confirm import FORMATS

if TYPE_CHECKING:
    from schedcfg.commands.confirm.results import FileConfirmation
    from schedcfg.commands.confirm.scheduler import Scheduler
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project

_EXAMPLES = """\b
Examples:
  schedcfg confirm scheduler.yaml --binary ./my-scheduler
  schedcfg confirm clusters/ --binary ./my-scheduler --in-tree-only
  schedcfg confirm scheduler.yaml --image registry.k8s.io/kube-scheduler:v1.33.3
  schedcfg confirm policy.json --as-policy --binary ./kube-scheduler-1.22
"""


@click.command(
    "confirm",
    cls=common.GroupedCommand,
    epilog=_EXAMPLES,
    short_help="Run your own kube-scheduler with files, offline, and compare.",
)
@common.paths
@click.option("--binary", metavar="PROGRAM", help="The kube-scheduler to run.")
@click.option(
    "--release",
    "built",
    metavar="RELEASE",
    shell_complete=completion.complete_releases,
    help="Or the one of a release that is here.",
)
@click.option("--image", metavar="IMAGE", help="Its image, run by docker, podman or nerdctl, whichever is installed.")
@click.option(
    "--entrypoint", metavar="PROGRAM", default="kube-scheduler", show_default=True, help="The program in the image."
)
@click.option("--pull", is_flag=True, help="Download the image or program if it is not here.")
@click.option(
    "--timeout",
    "seconds",
    type=Timeout(),
    metavar="SECONDS",
    default="30",
    show_default=True,
    help="Time limit for each run, in seconds or e.g. 1m.",
)
@common.release("Kubernetes release of the program. Default: the one that it shows.")
@common.with_groups(VALIDATION)
@common.output(FORMATS)
@common.search
@common.jobs
def command(
    *,
    paths: tuple[str, ...],
    options: "Options",
    project: "Project | None",
    outputs: tuple[common.Output, ...],
    jobs: int | None,
    **inputs: Any,
) -> None:
    """Run your own kube-scheduler with each file, offline, and compare its answer with what schedcfg says.

    The program reads the file, writes the completed configuration, and exits before it needs a cluster. Then whether it
    starts, what it completes, and which plugins it runs are compared. If it does not start, the reason and the line are
    shown.
    The kubeconfig that a file names is not read. PATH is a file, a folder to search, or - for standard input.

    The program runs with your permissions. On Linux it has no network, if the system allows that; in an image it never
    has one.

    Exit status: 0 the program starts, and schedcfg agrees; 1 both refuse a file, or the program refuses a plugin that
    schedcfg assumed to be compiled in; 2 usage error, or the program cannot be run; 3 unreadable file, or no answer; 4
    they disagree.
    """
    refuse_inputs(outputs, paths)
    from schedcfg.cli.reporting import conclude, warn, watched_tally, write_summary
    from schedcfg.commands.confirm.confirm import confirm_file, without_content
    from schedcfg.commands.confirm.scheduler import release
    from schedcfg.validation.each_file import Verb, each_file

    scheduler = chosen_scheduler(paths, options, **inputs)
    options = by_release(options, project) if options.kubernetes else options.by(release(scheduler))
    warn(options.gate_warnings())
    tally, answers = watched_tally(), _AnswerCounts()
    verb = Verb(partial(confirm_file, scheduler=scheduler), partial(without_content, scheduler=scheduler))
    confirmations = each_file(verb, paths, options, jobs, tally)
    summary = write(answers.counted(confirmations), outputs, options.release_name(), lambda one: (one.report,), FORMATS)
    faults = [ExitCode.FAILED] if summary.faults else []
    status = conclude(tally, options, worst([answers.worst, *faults]))
    write_summary(on_stdout(outputs), answers.line())
    raise click.exceptions.Exit(status)


def chosen_scheduler(paths: tuple[str, ...], options: "Options", **inputs: Any) -> "Scheduler":
    """Return the scheduler that the options name, or the one of WebAssembly that is here.

    Args:
        paths: The files that it is run with.
        options: How they are validated.
        inputs: The values of the options that name it.

    Raises:
        click.UsageError: if they name two, or none and none is here.
        NoScheduler: if it cannot be run.
    """
    from schedcfg.cli.reporting import write_stderr
    from schedcfg.commands.confirm.chosen import ProgramOptions, chosen_programs

    binaries, images, built = (tuple(filter(None, (inputs.pop(name),))) for name in ("binary", "image", "built"))
    named = ProgramOptions(binaries, images, built, **inputs)
    if named.number > 1:
        raise click.UsageError("name either the program, with --binary, its image, with --image, or its --release")
    chosen = chosen_programs(named, paths, options)
    write_stderr([chosen.remark])
    return chosen.schedulers[0]


class _AnswerCounts:
    """What results add up to: the exit status of the one that matters most, and their numbers."""

    def __init__(self) -> None:
        self.worst = ExitCode.ACCEPTED
        self._numbers: Counter[str] = Counter()

    def counted(self, files: "Iterator[FileConfirmation]") -> "Iterator[FileConfirmation]":
        """Yield results as they come."""
        for file in files:
            for code, answer in _answers(file):
                self.worst = worst([self.worst, code])
                self._numbers[answer] += 1
            yield file

    def line(self) -> str:
        """Return in one line how many configurations got which answer; empty where there were none."""
        answers = [f"{number} {answer}" for answer, number in self._numbers.items()]
        return f"the program: {', '.join(answers)}" if answers else ""


def _answers(file: "FileConfirmation") -> Iterator[tuple[ExitCode, str]]:
    """Yield what became of each configuration of a file, in words."""
    from schedcfg.commands.confirm.answer import Outcome
    from schedcfg.commands.confirm.results import Agreement
    from schedcfg.findings import Verdict

    if file.verdict is Verdict.UNREADABLE:
        yield ExitCode.FAILED, "not read"
    for document in file.documents:
        if document.agreement is Agreement.DISAGREES:
            yield ExitCode.DISAGREES, "in disagreement with schedcfg"
        elif document.outcome is Outcome.UNDECIDED:
            yield ExitCode.FAILED, "without an answer"
        elif document.outcome is Outcome.REFUSES or document.report.verdict is Verdict.REFUSED:
            yield ExitCode.REFUSED, "refused"
        else:
            yield ExitCode.ACCEPTED, "accepted"

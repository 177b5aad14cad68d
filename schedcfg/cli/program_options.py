"""The options by which commands run kube-schedulers of the user that place Pods."""

import click

from schedcfg.cli import completion
from schedcfg.cli.help import Heading, option
from schedcfg.cli.options import Command
from schedcfg.cli.timeout import Timeout

MOST_RUNS = 1000
"""How often the same is repeated at most."""
SEED, MOST_SEED = 1, 2**31 - 1
"""What chance begins with, where nothing else is chosen, and at most."""


def programs(command: Command) -> Command:
    """Add the programs, or the images with them, to a command."""
    added = (
        click.option(
            "--binary", "binaries", metavar="PROGRAM", multiple=True, help="The kube-scheduler to run (repeatable)."
        ),
        option(
            "--image",
            "images",
            section=Heading.TARGET,
            everyday=True,
            metavar="IMAGE",
            multiple=True,
            help="Or the image with it (repeatable).",
        ),
        option(
            "--release",
            "releases",
            section=Heading.TARGET,
            everyday=True,
            metavar="RELEASE",
            multiple=True,
            shell_complete=completion.complete_releases,
            help="Or the one of a release that is here (repeatable).",
        ),
        option(
            "--entrypoint",
            section=Heading.TARGET,
            metavar="PROGRAM",
            default="kube-scheduler",
            show_default=True,
            help="The program in the image.",
        ),
        option(
            "--pull",
            section=Heading.TARGET,
            is_flag=True,
            help="Download the image, or the program of the release, if it is not here.",
        ),
    )
    for add in reversed(added):
        command = add(command)
    return command


def decision_timeout(command: Command) -> Command:
    """Add to a command how long a program may take for each decision."""
    return option(
        "--timeout",
        "seconds",
        section=Heading.TARGET,
        type=Timeout(),
        metavar="SECONDS",
        default="30",
        show_default=True,
        help="Time limit for each decision, in seconds or e.g. 1m.",
    )(command)


def seed(command: Command) -> Command:
    """Add to a command what chance begins with."""
    return option(
        "--seed",
        section=Heading.TARGET,
        type=click.IntRange(0, MOST_SEED),
        metavar="N",
        help="What chance begins with, of a program of WebAssembly; further runs take the numbers behind it. "
        f"Default: {SEED}.",
    )(command)

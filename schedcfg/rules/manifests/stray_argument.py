"""Words on a scheduler's command line that are neither flags nor their values."""

from collections.abc import Iterator

from schedcfg.document.golang.numbers import parse_bool
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_program, by_release
from schedcfg.rules.flag_checks import is_read
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag, needs_no_value
from schedcfg.sources.manifests.shell import Word
from schedcfg.sources.manifests.systemd import CUT_OFF

ID = "stray-argument"

_LONG = 60
"""Characters of a word that messages show."""

_ONE_BACKSLASH = "Write one: the lines below are no part of the command so far."


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield each word that belongs to no flag; programs of one's own may have a use for some."""
    running, release = context.running, context.release
    if running is None:
        return
    yield from (_joined_words(word, context) for word in running.command_line.joined)
    first = next(iter(running.command_line.flags), None)
    if first is not None and context.is_stock and running.has_no_program:
        yield Problem(
            ID,
            first.path,
            f"the container does not start kube-scheduler: without `command`, `{_short(first.shown)}` goes to the "
            "image's entrypoint, which is another program",
            "Write `command: [kube-scheduler]` above `args`.",
        )
    if release is None or not release.refuses_arguments:
        return
    for word in running.command_line.stray:
        before = _flag_before(word, running.command_line.flags)
        if before is not None and not any(release.takes_flag(name) for name in (before.name, before.letters)):
            # It may be the value of a flag that is misspelled, or of the program's own.
            continue
        meant = _meant(word, before, release)
        if meant is None and not running.certain:
            continue
        cause = ""
        if running.is_process and word.text == CUT_OFF:
            cause, meant = ": systemd does not continue a line that ends in two backslashes", _ONE_BACKSLASH
        problem = Problem(
            ID,
            word.path,
            f"kube-scheduler only accepts flags, and does not start because of `{_short(word.text)}`{cause}",
            meant or "Remove it, or write it as the value of a flag: `--name=value`.",
        )
        yield by_release(problem, context)


def _joined_words(word: Word, context: DeploymentContext) -> Problem:
    """Return the problem with an item that holds several words: no shell splits them."""
    is_program = not word.text.startswith("-")
    message = (
        f"the container does not start: there is no program called `{_short(word.text)}`"
        if is_program
        else f"kube-scheduler gets one flag, `{_short(word.text)}`: what follows the space is not read as flags"
    )
    help_ = "Write the program and each flag as an item of its own: no shell splits them."
    if is_program or _is_unread(word, context):
        return by_program(Problem(ID, word.path, message, help_), context)
    return advice(ID, word.path, message, help_, Severity.ERROR)


def _is_unread(word: Word, context: DeploymentContext) -> bool:
    """Return whether a flag cannot be read with what is behind the blank in its item."""
    name, equals, value = word.text.lstrip("-").partition("=")
    known = None if context.release is None else context.release.flags.get(name)
    if known is None:
        return context.unknown_release is None and not equals  # no flag has a blank in its name
    return bool(equals) and not is_read(value, known)


def _flag_before(word: Word, flags: tuple[CommandLineFlag, ...]) -> CommandLineFlag | None:
    """Return the flag without a value right before a word."""
    *parents, index = word.path
    found = (flag for flag in flags if flag.value is None and [*flag.path[:-1]] == parents)
    return next((flag for flag in found if isinstance(index, int) and flag.path[-1] == index - 1), None)


def _meant(word: Word, before: CommandLineFlag | None, release: Release) -> str | None:
    """Return what to do where it is plain what was meant: a flag without its dashes, a switch's value."""
    if release.takes_flag(word.text.partition("=")[0]):
        return f"Write `--{_short(word.text)}`, with two dashes."
    if before is not None and needs_no_value(before.name) and parse_bool(word.text) is not None:
        return f"Write `--{before.name}={word.text}`: a switch only takes its value with `=`."
    return None


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"


RULE = Rule(
    id=ID,
    title="The command line has a word that is not a flag",
    why='kube-scheduler exits with `"kube-scheduler" does not take any arguments` before it does anything. A '
    "switch such as `--leader-elect` does not take the next word as its value, and an item of `command` or `args` is "
    "one word, whatever spaces it has. The stock image has go-runner as its entrypoint, and older ones none: `args` "
    "alone do not reach kube-scheduler.",
    source="cmd/kube-scheduler/app/server.go, NewSchedulerCommand; build/common.sh, KUBE_SCHEDULER_BASE_IMAGE, and "
    "images/build/go-runner of kubernetes/release",
    check=check,
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    since="1.19",
    refuses=True,
)

"""What an extender was asked, and how fast it answered."""

from collections.abc import Iterator

from schedcfg.output.probe.figures import time
from schedcfg.output.summary import counted
from schedcfg.output.terminal import RED, YELLOW, printable
from schedcfg.results.extender_trial import Call, ExtenderTrial
from schedcfg.show.layout import Paper, in_columns

_HEAD = ("CALL", "SENT", "STATUS", "TOOK", "WHERE")
_GOOD = 200
"""The only status that kube-scheduler takes for an answer."""

_SLOW = 0.5
"""The part of the timeout beyond which an answer is near to being too late."""


def calls(trial: ExtenderTrial, paper: Paper) -> Iterator[str]:
    """Yield a line for each call, then why others were not made."""
    made = [call for call in trial.calls if not call.skipped]
    if made:
        rows = [_row(call, trial.timeout_milliseconds, paper) for call in made]
        first, *others = in_columns([_HEAD, *rows])
        yield paper.heading(first)
        yield from others
    for call in trial.calls:
        if call.skipped:
            told = f"{call.verb} was not asked: {printable(call.skipped)}"
            yield from paper.wrapped(told.split(), "  ", 4)


def _row(call: Call, timeout: float, paper: Paper) -> tuple[str, ...]:
    status = "none" if call.status is None else str(call.status)
    shown = status if call.status == _GOOD else paper.paint(RED, status)
    return call.verb, _sent(call), shown, _took(call, timeout, paper), printable(call.url)


def _sent(call: Call) -> str:
    if not call.sent:
        return ""
    return counted(call.sent, "name") if call.names_only else counted(call.sent, "node")


def _took(call: Call, timeout: float, paper: Paper) -> str:
    """Set the time against the timeout."""
    if call.milliseconds is None:
        return ""
    told = f"{time(call.milliseconds)} of {time(timeout)}"
    return paper.paint(YELLOW, told) if call.milliseconds > _SLOW * timeout else told

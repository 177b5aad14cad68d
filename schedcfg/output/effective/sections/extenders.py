"""The extenders: where they answer, what they are asked, by which Pods."""

from collections.abc import Iterable, Iterator

from schedcfg.effective.view import Extender
from schedcfg.output.effective.sections.paper import Paper, in_columns
from schedcfg.output.effective.sections.values import address
from schedcfg.output.terminal import printable

_HEAD = ("POINT", "VERB", "")


def extenders(services: Iterable[Extender], paper: Paper) -> Iterator[str]:
    """Yield a block for each extender, in the order in which they are asked."""
    for extender in services:
        yield f"{paper.heading('EXTENDER')} {address(extender.url_prefix)} ({extender.origin})"
        rows = [(point, printable(verb), _weight(point, extender)) for point, verb in extender.verbs.items()]
        if rows:
            yield from in_columns([_HEAD, *rows])
        else:
            yield "  It is asked nothing: no verb is set."
        yield from paper.wrapped(_terms(extender).split(), "  ", 2)
        yield ""


def _weight(point: str, extender: Extender) -> str:
    return f"weight {extender.weight}" if point == "score" else ""


def _terms(extender: Extender) -> str:
    """Say which Pods are sent to it, and what happens while it does not answer.

    That a rating is missing never stops the scheduler. Upstream: `prioritizeNodes` in `schedule_one.go`.
    """
    pods = "Every Pod is sent to it"
    if extender.resources:
        pods = f"Only Pods that ask for {' or '.join(map(printable, extender.resources))} are sent to it"
    if not {"filter", "postFilter"} & extender.verbs.keys():
        return f"{pods}."
    if extender.ignorable:
        return f"{pods}. It is ignorable: scheduling goes on while it does not answer."
    return f"{pods}. It is not ignorable: these Pods are not scheduled while it does not answer."

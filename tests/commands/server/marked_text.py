"""Texts with a bar where the pointer or the cursor is, and what is there."""

from schedcfg.commands.server.analysis import analyze
from schedcfg.commands.server.completion import CompletionOffer, complete_at
from schedcfg.commands.server.hover import Hover, hover_at
from schedcfg.validation.options import DEFAULT, Options

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
BAR = "¦"
"""Where the place is: no text has it otherwise."""


def hover(text: str, kubernetes: str | None = None, options: Options = DEFAULT) -> Hover | None:
    """Return what is shown of the place with the bar."""
    offset = text.index(BAR)
    return hover_at(analyze(text.replace(BAR, ""), kubernetes, options=options), offset)


def shown(text: str, kubernetes: str | None = None, options: Options = DEFAULT) -> str:
    """Return the Markdown that is shown of the place with the bar."""
    found = hover(text, kubernetes, options)
    assert found is not None
    return found.markdown


def complete(text: str, kubernetes: str | None = None, options: Options = DEFAULT) -> dict[str, CompletionOffer]:
    """Return what is offered at the bar, by label."""
    offset = text.index(BAR)
    found = complete_at(analyze(text.replace(BAR, ""), kubernetes, options=options), offset)
    assert len({one.label for one in found}) == len(found), "something is offered twice"
    return {one.label: one for one in found}


def accepting(text: str, label: str, kubernetes: str | None = None) -> str:
    """Return the text after something that is offered at the bar was chosen."""
    one = complete(text, kubernetes)[label]
    plain = text.replace(BAR, "")
    return plain[: one.start] + one.insert + plain[one.end :]

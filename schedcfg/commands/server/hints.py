"""What an editor shows within the text: the share of each score weight, and what counts in place of a null."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.commands.server.analysis import Analysis, AnalyzedConfiguration
from schedcfg.commands.server.in_effect import ScoreShare, setting_at, shares_of
from schedcfg.configuration.effective.view import EffectiveView
from schedcfg.document.secrets import safe
from schedcfg.document.span import Path
from schedcfg.document.texts import printable
from schedcfg.output.values import value

_LONGEST = 40
"""Letters of a value that is shown: what is behind it in the line is moved to the right."""


class Hint(NamedTuple):
    """A short text shown behind a value, as if it were in the text.

    Attributes:
        offset: Where it is shown.
        label: The text, without blanks around it.
        tooltip: More of it, in plain text.
    """

    offset: int
    label: str
    tooltip: str


def hints(analysis: Analysis) -> tuple[Hint, ...]:
    """Return the share of each weight that is written for a score, and the default of each field that is null.

    A configuration that is refused has none: nothing counts there.

    Args:
        analysis: The text, analyzed.
    """
    found = (hint for one in analysis.configurations if one.view is not None for hint in _of(one, one.view))
    return tuple(sorted(found))


def _of(configuration: AnalyzedConfiguration, view: EffectiveView) -> Iterator[Hint]:
    for path, written in _single_values(configuration.document.data, ()):
        place = configuration.document.locate(path)
        texts = [_of_share(share) for share in _shares(view, path)]
        if written is None and not texts:
            texts = list(_of_null(view, configuration, path))
        if texts and place.path == path:
            labels, tooltips = zip(*texts, strict=True)
            yield Hint(place.value.end.offset, ", ".join(dict.fromkeys(labels)), "\n".join(tooltips))


def _single_values(data: object, path: Path) -> Iterator[tuple[Path, object]]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, item in entries:
        if isinstance(item, dict | list):
            yield from _single_values(item, (*path, step))
        else:
            yield (*path, step), item


def _shares(view: EffectiveView, path: Path) -> Iterator[ScoreShare]:
    match path:
        case (*entry, "enabled", int(index), "weight"):
            yield from shares_of(view, (*entry, "enabled", index))


def _of_share(share: ScoreShare) -> tuple[str, str]:
    name, weight = printable(share.plugin.name), share.plugin.weight
    if share.percent is None:
        return f"weight {weight}", f"At {share.point.name}, {share.meaningless}."
    return share.percent, f"{weight} of {share.total} at {share.point.name}: {share.percent} of the score is {name}'s."


def _of_null(view: EffectiveView, configuration: AnalyzedConfiguration, path: Path) -> Iterator[tuple[str, str]]:
    setting = setting_at(view, configuration.document.data, path)
    if setting is None or setting.value in ("", None, [], {}):
        return
    counted = printable(value(safe(str(path[-1]), setting.value)))
    short = counted if len(counted) <= _LONGEST else f"{counted[: _LONGEST - 1]}…"
    yield short, f"{counted} counts here: {printable(str(setting.origin))}."

"""How much each plugin that scores has to say."""

from collections.abc import Iterable, Iterator, Sequence

from schedcfg.effective.view import Change, Extender, OriginKind, RunningPlugin
from schedcfg.output.effective.sections.marks import BY_RELEASE, Look, mark_of, place
from schedcfg.output.effective.sections.paper import Paper, in_columns, measure
from schedcfg.output.effective.sections.values import address
from schedcfg.output.terminal import printable

_BAR = 20
"""Columns of a bar for all of the total."""

_BAR_CELL = 3
"""Its place in a row."""

_EIGHTHS = " ▏▎▍▌▋▊▉"


def scores(plugins: Sequence[RunningPlugin], extenders: Iterable[Extender], paper: Paper) -> Iterator[str]:
    """Yield the table of weights and shares, and the extenders that rate beside it."""
    rating = [extender for extender in extenders if extender.weight]
    if plugins:
        yield from _table(plugins, paper)
    elif not rating:
        yield "  Nothing scores: no node that fits is preferred to another."
    total = sum(plugin.weight for plugin in plugins)
    for extender in rating:
        beside = f"weight {extender.weight} beside the {total} above" if total else "it alone scores"
        told = f"extender {address(extender.url_prefix)} ({extender.origin}): {beside}, for {_asked(extender)}"
        yield from paper.wrapped(told.split(), "  > ", 4)


def percentages(weights: Sequence[int]) -> list[str]:
    """Give each weight's share in percent, rounded so that they sum to 100; small ones do not seem to be nothing.

    Weights are greater than 0.
    """
    return [f"{tenths / 10:.1f}%" if tenths else "<0.1%" for tenths in _in_tenths(weights)]


def _in_tenths(weights: Sequence[int]) -> list[int]:
    """Round shares to tenths of a percent, all up or down to the next, so that they sum to 1000.

    Equal weights get equal shares where that is possible: it is decided for all plugins of a weight at once.
    """
    total = sum(weights)
    down = [1000 * weight // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -(1000 * weights[index] % total))
    raised_by: dict[int, frozenset[int]] = {0: frozenset()}
    for weight in dict.fromkeys(weights[index] for index in by_remainder):
        for count, those in list(raised_by.items()):
            raised_by.setdefault(count + weights.count(weight), those | {weight})
    lacking = 1000 - sum(down)
    chosen = raised_by.get(lacking)
    if chosen is not None:
        return [share + (weight in chosen) for share, weight in zip(down, weights, strict=True)]
    raised = set(by_remainder[:lacking])
    return [share + (index in raised) for index, share in enumerate(down)]


def turns_around(plugins: Sequence[RunningPlugin]) -> bool:
    """Tell whether a weight is negative: shares mean nothing beside one."""
    return any(plugin.weight < 0 for plugin in plugins)


def bar(share: float) -> str:
    """Draw a share, 0 to 1, in eighths of a column."""
    full, eighths = divmod(round(share * _BAR * 8), 8)
    return "█" * full + _EIGHTHS[eighths].strip()


def _asked(extender: Extender) -> str:
    resources = " or ".join(map(printable, extender.resources))
    return f"Pods that ask for {resources}" if resources else "all Pods"


def _table(plugins: Sequence[RunningPlugin], paper: Paper) -> Iterator[str]:
    shares = _shares(plugins)
    weights = [str(plugin.weight) for plugin in plugins]
    width = max(map(len, [*weights, "WEIGHT"]))
    head = [f"{'SCORE':<7}", f"{'WEIGHT':>{width}}", f"{'SHARE':>6}", "", ""]
    rows = [
        [_name(plugin, paper), f"{weight:>{width}}", f"{share:>6}", drawn, _note(plugin)]
        for plugin, weight, (share, drawn) in zip(plugins, weights, shares, strict=True)
    ]
    first, *others = _fitting([head, *rows], paper)
    yield paper.heading(first)
    yield from others
    if turns_around(plugins):
        yield "  A negative weight prefers the nodes that a plugin rates low; shares mean nothing beside one."


def _shares(plugins: Sequence[RunningPlugin]) -> list[tuple[str, str]]:
    """Give each plugin's share, and its bar."""
    if turns_around(plugins):
        return [("-", "")] * len(plugins)
    percents = percentages([plugin.weight for plugin in plugins])
    return [(percent, bar(plugin.share or 0)) for percent, plugin in zip(percents, plugins, strict=True)]


def _fitting(rows: Sequence[Sequence[str]], paper: Paper) -> list[str]:
    """Align the rows; where there is no room, the bars are left out."""
    lines = list(in_columns(rows))
    if max(map(measure, lines)) <= paper.columns:
        return lines
    return list(in_columns([[*row[:_BAR_CELL], *row[_BAR_CELL + 1 :]] for row in rows]))


def _name(plugin: RunningPlugin, paper: Paper) -> str:
    look: Look = mark_of(plugin).value
    by_release = BY_RELEASE if plugin.origin.kind is OriginKind.RELEASE else ""
    return paper.paint(look.colour, f"{look.sign} {printable(plugin.name)}{by_release}")


def _note(plugin: RunningPlugin) -> str:
    """Say where a plugin comes from if not by default, and the weight that it would have."""
    said = [] if plugin.origin.is_default else [place(plugin.origin)]
    if plugin.change is Change.REWEIGHTED:
        said.append(f"default {plugin.default_weight}")
    return ", ".join(said)

"""The Args of each plugin, and where their values come from."""

from collections.abc import Iterable, Iterator, Sequence

from schedcfg.effective.view import Args, Origin, UnusedArgs
from schedcfg.output.colours import DIM
from schedcfg.output.effective.sections.flow import flowing
from schedcfg.output.effective.sections.outline import outlined
from schedcfg.output.effective.sections.paper import Paper, measure, padded
from schedcfg.output.effective.sections.tree import grown
from schedcfg.output.terminal import printable

_ROOM = 60
"""Columns that values need beside the plugins' names; where there are fewer, they are not aligned."""


def arguments(of_plugins: Iterable[Args], unused: Iterable[UnusedArgs], paper: Paper) -> Iterator[str]:
    """Yield what the user changed in full, then what comes by default, then what changes nothing."""
    by_default: dict[Origin, list[Args]] = {}
    told: list[Args] = []
    for args in of_plugins:
        origin = _only_default(args)
        if origin is None:
            told.append(args)
        else:
            by_default.setdefault(origin, []).append(args)
    for args in told:
        yield from _in_full(args, paper)
    for origin, those in by_default.items():
        yield paper.paint(DIM, f"  {origin}:")
        yield from _in_short(those, paper)
    for entry in unused:
        told_of = f"{printable(entry.plugin)} ({entry.origin}) does not run in this profile: its Args change nothing."
        yield from paper.wrapped(told_of.split(), "  ! ", 4)


def has_own(args: Args) -> bool:
    """Tell whether the user has a say in the Args of a plugin."""
    return _only_default(args) is None


def _only_default(args: Args) -> Origin | None:
    """Return the one default that all values come from; None where the user wrote some, or they differ."""
    if not args.origin.is_default:
        return None
    origins = {setting.origin for setting in args.settings} or {args.origin}
    only = origins.pop()
    return only if not origins and only.is_default else None


def _in_full(args: Args, paper: Paper) -> Iterator[str]:
    name = paper.heading(printable(args.plugin))
    passed_on = "" if args.known else "; untyped, passed on as written"
    empty = "" if args.settings else "; empty"
    yield f"  {name} ({args.origin}{passed_on}{empty})"
    yield from outlined(grown(args.settings), 4, paper)


def _in_short(of_plugins: Sequence[Args], paper: Paper) -> Iterator[str]:
    names = {args.plugin: printable(args.plugin) for args in of_plugins}
    column = max(map(measure, names.values()))
    if column + _ROOM > paper.columns:
        column = 0
    for args in of_plugins:
        words = flowing(grown(args.settings)) or ["(empty)"]
        first = f"    {padded(names[args.plugin], column)}  "
        hang = len(first) if column else 6
        yield from (paper.paint(DIM, line) for line in paper.wrapped(words, first, hang))

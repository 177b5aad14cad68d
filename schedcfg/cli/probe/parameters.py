"""What both commands take: names of nodes, and how long to wait for an answer."""

from typing import Any

import click

_LONGEST = 3600.0
"""Seconds; who waits longer than an hour has mistyped the unit."""

_NANOSECONDS = 1_000_000_000


def each_once(_ctx: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Take every name once, in order.

    Raises:
        click.BadParameter: if one is empty.
    """
    if not all(names):
        raise click.BadParameter("a node has a name, and this one is empty")
    return tuple(dict.fromkeys(names))


class Timeout(click.ParamType[float]):
    """Seconds: `3`, or a duration as Go writes it: `500ms`, `1m30s`."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it; a bare number counts seconds."""
        # Imported here so that --help stays quick.
        from schedcfg.golang import duration  # noqa: PLC0415

        text = str(value)
        try:
            seconds = duration.parse(f"{text}s" if text[-1:].isdigit() else text) / _NANOSECONDS
        except ValueError:
            self.fail(f"{text!r} is no duration; write seconds, as 3, or a duration, as 500ms or 1m30s", param, ctx)
        if not 0 < seconds <= _LONGEST:
            self.fail(f"{text!r} is out of range; it must be more than 0 and at most 1h", param, ctx)
        return seconds

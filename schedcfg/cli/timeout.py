"""Time limits on the command line: seconds, or a duration as Go writes it."""

from typing import Any

import click

_LONGEST = 3600.0
"""Seconds; who waits longer than an hour has mistyped the unit."""

_NANOSECONDS = 1_000_000_000


class Timeout(click.ParamType):  # type: ignore[type-arg]  # generic in later releases of click only
    """Seconds: `3`, or a duration as Go writes it: `500ms`, `1m30s`."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it; a bare number counts seconds."""
        from schedcfg.document.golang import duration

        text = str(value)
        try:
            seconds = duration.parse(f"{text}s" if text[-1:].isdigit() else text) / _NANOSECONDS
        except ValueError:
            self.fail(
                f"{text!r} is not a duration; write seconds, e.g. 3, or a duration, e.g. 500ms or 1m30s", param, ctx
            )
        if not 0 < seconds <= _LONGEST:
            self.fail(f"{text!r} is out of range: more than 0, at most 1h", param, ctx)
        return seconds

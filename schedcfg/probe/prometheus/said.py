"""What a server says, in a form that can be repeated."""

_LONGEST = 300
"""Letters of a server's own words: enough for any message of Prometheus, too few to flood a screen."""


def said(text: str) -> str:
    """Repeat a server's words: on one line, without what a terminal would obey, and not without end."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text[: _LONGEST + 1]).strip()
    return f"{shown[:_LONGEST]}…" if len(text) > _LONGEST else shown

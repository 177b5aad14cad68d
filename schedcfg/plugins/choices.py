"""Values of Args of which plugins know a few: what is said about another one."""

from collections.abc import Sequence

from schedcfg.document.span import Path
from schedcfg.plugins.plugin import ArgsProblem
from schedcfg.spelling import nearest


def unknown_choice(path: Path, value: str | None, allowed: Sequence[str]) -> ArgsProblem:
    """Return what is wrong with a value that is none of those known, and which of them was probably meant.

    Args:
        path: Where, relative to `args`.
        value: As written; empty or None where it is missing.
        allowed: The values that the plugin knows.
    """
    found = f'is "{value}"' if value else "is missing"
    return ArgsProblem(path, f"`{path[-1]}` {found}; it must be {either(allowed)}", meant_choice(value, allowed))


def meant_choice(value: str | None, allowed: Sequence[str]) -> str | None:
    """Return the question whether a value that is spelled much the same was meant; None where none is."""
    near = nearest(value or "", allowed)
    return None if near is None else f"Did you mean `{near}`?"


def either(names: Sequence[str]) -> str:
    """Return names as those of which one is to be chosen: `A`, `B` or `C`."""
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} or {last}" if others else last

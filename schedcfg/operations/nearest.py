"""The known name that a wrong one was meant to be."""

from schedcfg.decode import fields


def nearest(name: str, known: list[str]) -> str | None:
    """Ask whether the nearest known name was meant; None where none is near."""
    meant = fields.meant(name, known)
    return f"Did you mean `{meant}`?" if meant is not None else None

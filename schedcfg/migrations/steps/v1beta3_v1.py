"""."""

from schedcfg.migrations.work import Work


def up(work: Work) -> None:
    """Nothing beyond what every step does."""


def down(work: Work) -> None:
    """Nothing beyond what every step does."""

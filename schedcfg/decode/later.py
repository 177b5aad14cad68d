"""Fields that only later releases know: for the release at hand they are unknown, whatever stands in them."""

from collections.abc import Iterable

from schedcfg.decode import fields
from schedcfg.decode.unknown_fields import unknown
from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.models.base import Shape
from schedcfg.releases.release import Release


def known_later(
    shape: type[Shape], written: Shape | None, problems: Iterable[Problem], release: Release, prefix: Path
) -> list[Problem]:
    """Report the fields that only later releases know, in place of what was found wrong within them.

    Args:
        shape: What was read into.
        written: What could be read; None where nothing could.
        problems: What the reading found.
        release: By whose rules.
        prefix: The path of what was read.
    """
    kept: list[Problem] = []
    found: dict[Path, str] = {}
    for problem in problems:
        where, first = fields.gate_on_the_way(shape, problem.path[len(prefix) :], release)
        if first is None:
            kept.append(problem)
        else:
            found[where] = first
    if written is not None:
        found.update(fields.not_yet_known(written, release))
    return kept + [_later(where, first, release, prefix) for where, first in found.items()]


def _later(where: Path, first: str, release: Release, prefix: Path) -> Problem:
    return Problem(
        "unknown-field",
        (*prefix, *where),
        f"{unknown((*prefix, *where))}: Kubernetes {release.name} does not have it; it is known from {first} on",
        f"Remove it, or run kube-scheduler {first} or later.",
        on_key=True,
    )

"""Fields that the code at hand does not have, only other releases or API versions: for it they are unknown."""

from collections.abc import Iterable

from schedcfg.decode import fields
from schedcfg.decode.reader import Gap, Reader
from schedcfg.decode.unknown_fields import unknown
from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.models.base import Shape


def known_elsewhere(
    shape: type[Shape], written: Shape | None, problems: Iterable[Problem], reader: Reader, prefix: Path
) -> list[Problem]:
    """Report the fields that only others know, in place of what was found wrong within them.

    Args:
        shape: What was read into.
        written: What could be read; None where nothing could.
        problems: What the reading found.
        reader: Whose code reads.
        prefix: The path of what was read.
    """
    kept: list[Problem] = []
    found: dict[Path, Gap] = {}
    for problem in problems:
        where, gap = fields.gap_on_the_way(shape, problem.path[len(prefix) :], reader)
        if gap is None:
            kept.append(problem)
        else:
            found[where] = gap
    if written is not None:
        found.update(fields.not_there(written, reader))
    return kept + [_unknown((*prefix, *where), gap, reader) for where, gap in found.items()]


def _unknown(path: Path, gap: Gap, reader: Reader) -> Problem:
    return Problem(
        "unknown-field",
        path,
        f"{unknown(path)}: {reader.name} does not have it; {gap.reason}",
        gap.help,
        on_key=True,
    )

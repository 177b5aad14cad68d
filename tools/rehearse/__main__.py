"""Rehearse a release: `python -m tools.rehearse`.

Everything that a release consists of is built from a clean clone of what is committed, installed in a fresh place, and
used as a newcomer would. What came of it is a table on the page docs/contributing/rehearsal.md. It takes some minutes,
and asks the indexes of Python, npm and Go; nothing is published.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from tools.rehearse.parts import PARTS
from tools.rehearse.rehearsal import NotPossible, Rehearsal, Tried
from tools.rehearse.walk import WALK, Stumbled

ROOT = Path(__file__).parents[2]
PAGE = Path("docs") / "contributing" / "rehearsal.md"

_HEAD = """\
# What a release was tried with

`python -m tools.rehearse --write` makes this page: from a clean clone, it builds everything that a release consists of,
installs each in a fresh place, and uses it.

*The walk* is: {walk}.

{date}, {system}. Start: the fastest of ten `--version`.

| what | download | installed | start | what was tried |
| --- | --: | --: | --: | --- |
"""


def main() -> int:
    """Rehearse, print the table, and return the exit status: 1 where something does not work."""
    parser = argparse.ArgumentParser(prog="python -m tools.rehearse", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE}")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this; may be repeated")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        rows = list(_reported(rehearse(Rehearsal(ROOT, Path(folder)), chosen.part or PARTS)))
    if chosen.write:
        (ROOT / PAGE).write_text(page(rows), encoding="utf-8")
    return 1 if any(row.failed for row in rows) else 0


def rehearse(rehearsal: Rehearsal, names: Iterable[str]) -> Iterator[Tried]:
    """Yield what came of each part; one that fails does not stop the others."""
    for name in names:
        try:
            yield from PARTS[name](rehearsal)
        except NotPossible as reason:
            yield Tried(name, f"not tried: {reason}")
        except Stumbled as reason:
            yield Tried(name, f"**failed**: {reason}", failed=True)
        except subprocess.CalledProcessError as error:
            said = (error.stderr or error.stdout or "").strip()[-500:]
            yield Tried(name, f"**failed**: {' '.join(map(str, error.cmd[:4]))}: {said}", failed=True)


def _reported(rows: Iterable[Tried]) -> Iterator[Tried]:
    for row in rows:
        sys.stdout.write(f"{_line(row)}\n")
        sys.stdout.flush()
        yield row


def page(rows: Iterable[Tried]) -> str:
    """Return the page with the table."""
    import platform  # noqa: PLC0415 - for this only

    date = datetime.now(UTC).date().isoformat()
    head = _HEAD.format(walk=WALK, date=date, system=f"{platform.system()} on {platform.machine()}")
    return head + "".join(f"{_line(row)}\n" for row in rows)


def _line(row: Tried) -> str:
    start = "" if row.start is None else f"{row.start:.2f} s"
    tried = " ".join(row.was_tried.split()).replace("|", "\\|")
    return f"| {row.part} | {_size(row.size)} | {_size(row.installed)} | {start} | {tried} |"


def _size(size: int | None) -> str:
    return "" if size is None else f"{size / 1e6:.1f} MB"


if __name__ == "__main__":
    sys.exit(main())

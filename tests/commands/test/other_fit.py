"""A program like the one in `first_fit.py` that in each second run takes the last node with room in place of the first.

Its first argument is a folder of its own, in which it counts its runs.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.commands.trial import first_fit

_FITS = first_fit.node_for


def last_node_for(pod: Any, nodes: Any, pods: Any) -> str | None:
    """Return the last node with room; None where there is none."""
    one_by_one = (_FITS(pod, {name: node}, pods) for name, node in sorted(nodes.items(), reverse=True))
    return next(filter(None, one_by_one), None)


def main(folder: Path, arguments: list[str]) -> None:
    """Run as `kube-scheduler --config FILE`."""
    if "--version" not in arguments:
        runs = len(list(folder.iterdir()))
        (folder / str(runs)).touch()
        if runs % 2:
            first_fit.node_for = last_node_for
    first_fit.main(arguments)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

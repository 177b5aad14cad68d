"""`python -m tests.faults --kills 500`: kill every command that writes, at points inside the writing."""

import argparse
import sys
import tempfile
from pathlib import Path

from .kills import kill_all


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="schedcfg-faults-") as folder:
        outcome = kill_all(options.kills, options.seed, Path(folder))
    for name, number in outcome.kills.items():
        print(f"{number:6} kills  {name}")
    print(f"{sum(outcome.kills.values()):6} kills at {outcome.points} points; {len(outcome.wrong)} wrong")
    print(*outcome.wrong, sep="\n", end="\n" if outcome.wrong else "")
    return 1 if outcome.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.faults --kills 500 --failures 10000 --meetings 500`: runs that write are killed, fail, and meet."""

import argparse
import sys
import tempfile
from pathlib import Path

from .failures import fail_all
from .kills import kill_all
from .meetings import meet_all


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="how many runs are killed, at points inside the writing")
    parser.add_argument("--failures", type=int, default=0, help="how many calls that write fail; there are some 5,000")
    parser.add_argument("--meetings", type=int, default=0, help="at how many calls another run comes between")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="schedcfg-faults-") as folder:
        if options.kills:
            killed = kill_all(options.kills, options.seed, Path(folder))
            _show(killed.kills, "kills")
            wrong += killed.wrong
            print(f"{sum(killed.kills.values()):6} kills at {killed.points} points; {len(killed.wrong)} wrong")
        if options.failures:
            failed = fail_all(options.failures, options.seed, Path(folder))
            _show(failed.calls, "calls")
            wrong += failed.wrong
            print(f"{sum(failed.calls.values()):6} calls failed; {len(failed.wrong)} wrong")
        if options.meetings:
            met = meet_all(options.meetings, options.seed, Path(folder))
            _show(met.calls, "calls")
            wrong += met.wrong
            print(f"{sum(met.calls.values()):6} meetings; {len(met.wrong)} wrong")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


def _show(counted: dict[str, int], what: str) -> None:
    for name, number in counted.items():
        print(f"{number:6} {what}  {name}")


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.fuzz`: run the fuzzer."""

import argparse
import json
import sys
import time
from pathlib import Path

from tests.called import leave_garbage_collection_alone

from . import cases, engine, runs


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Try hostile inputs on every command.")
    parser.add_argument("--inputs", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="what all inputs follow from (default: %(default)s)")
    parser.add_argument("--seconds", type=float, help="end after so many seconds; with --resume, go on another time")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep the state of the run in this file")
    parser.add_argument("--kept", type=Path, default=cases.FOLDER, metavar="FOLDER", help="where inputs go that fail")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file as well")
    parser.add_argument(
        "--commands", nargs="+", choices=engine.ALL, metavar="NAME", help="do this with inputs (default: all)"
    )
    parser.add_argument("--only", type=int, metavar="NUMBER", help="show one input, and what is wrong with it")
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="show inputs that were kept likewise")
    return parser.parse_args()


def _show(one: engine.Input) -> int:
    print(one.command, json.dumps(one.choices))
    print(one.raw)
    print(f"{engine.tried(one).seconds:.3f} s")
    faults = runs.wrong(one)
    for fault in faults:
        print(f"{fault.kind}: {fault.detail}")
    return int(bool(faults))


def main() -> int:
    """Run the inputs, and print what was seen; the exit status is 1 where anything was wrong."""
    asked = _arguments()
    leave_garbage_collection_alone()
    commands = tuple(asked.commands or engine.ALL)
    if asked.only is not None:
        return _show(engine.made(asked.seed, asked.only, commands))
    if asked.replay is not None:
        return max(_show(cases.read(path)) for path in asked.replay)
    ask = runs.Ask(asked.seed, asked.inputs, asked.jobs, asked.seconds, asked.resume, asked.kept, commands)
    shown, seen = time.monotonic(), None
    for seen in runs.run(ask):
        if time.monotonic() - shown > 60:
            shown = time.monotonic()
            print(next(runs.summary(ask, seen)), f"{sum(seen.faults.values())} faults", flush=True)
    seen = runs.resumed(ask) if seen is None else seen
    print("\n".join(runs.summary(ask, seen)), flush=True)
    if asked.json is not None:
        asked.json.write_text(json.dumps(seen.as_data(), indent=2) + "\n", encoding="utf-8")
    return int(bool(seen.faults))


if __name__ == "__main__":
    sys.exit(main())

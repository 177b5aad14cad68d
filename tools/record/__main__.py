"""Record what the real kube-scheduler of a release says: its facts, and its answers to recorded cases.

`python -m tools.record 1.38` adds the release to `tests/facts/` and to the recordings of `tests/conformance/`. It needs
Go, some gigabytes of module cache and, the first time, several minutes.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tools.record import answers, facts, self_check
from tools.record.answers import Agreement, Recording
from tools.record.module import Build, BuildError, build, newest_patch
from tools.record.program import Answer, Program

TESTS = Path(__file__).parents[2] / "tests"
DIFFERENCES_SHOWN = 40

_EFFECTIVE = ".effective.ndjson.xz"


def main(arguments: Sequence[str] | None = None) -> int:
    """Record or compare, and return the exit status: 1 where something differs, 3 where the program cannot be built."""
    options = _parser().parse_args(arguments)
    begun = time.monotonic()
    try:
        made = build(options.version or newest_patch(options.release))
    except BuildError as error:
        _report(str(error))
        return 3
    _report(f"{made.version}: linked, {_minutes(begun)}")
    same = True
    if not options.only_answers:
        same = _facts(made, options)
    for prefix in () if options.only_facts else options.cases or _recorded_here():
        same = _answers(made, Recording(prefix), options) and same
    _report(f"{made.version}: done, {_minutes(begun)}")
    return 0 if same else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.record", description=__doc__)
    parser.add_argument("release", help="1.22 or newer: 1.38")
    parser.add_argument("--version", help="the patch release, v1.38.1; else the newest that the Go proxy knows")
    parser.add_argument("--facts", type=Path, default=TESTS / "facts", help="folder of facts; else tests/facts")
    parser.add_argument(
        "--cases",
        type=Path,
        action="append",
        metavar="PREFIX",
        help="PREFIX.verdicts.ndjson.xz holds the cases and other releases' answers; else those of tests/conformance",
    )
    parser.add_argument("--compare", action="store_true", help="compare with what is recorded, in place of writing")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--only-facts", action="store_true", help="record no answers")
    only.add_argument("--only-answers", action="store_true", help="record no facts")
    return parser


def _recorded_here() -> list[Path]:
    """Return the recordings of the project that hold both verdicts and completed configurations."""
    found = sorted((TESTS / "conformance").glob(f"*{_EFFECTIVE}"))
    return [path.with_name(path.name.removesuffix(_EFFECTIVE)) for path in found]


def _facts(made: Build, options: argparse.Namespace) -> bool:
    """Write the facts, or compare them, and return whether they are the recorded ones."""
    path = options.facts / f"{options.release}.json"
    found = facts.record(made)
    if not options.compare:
        facts.write(path, found)
        _report(f"facts: {path}")
        return True
    differing = list(facts.differences(facts.read(path), found))
    _report(f"facts: {len(differing)} differences from {path}")
    _list(differing)
    return not differing


def _answers(made: Build, recording: Recording, options: argparse.Namespace) -> bool:
    """Write the answers, or compare them, check some, and return whether the real command and the recording agree."""
    program, texts = Program(made.executable), recording.cases()
    begun = time.monotonic()
    found = dict(program.answers(texts))
    _report(f"{recording.prefix.name}: {len(found)} cases answered, {_minutes(begun)}")
    same = True
    if options.compare:
        agreement = answers.compare(recording, options.release, found)
        _list(_formatted(agreement))
        same = not agreement.differing
    else:
        answers.add(recording, options.release, found)
    return _checked(program, texts, found) and same


def _checked(program: Program, texts: dict[str, str], found: dict[str, Answer]) -> bool:
    sample = self_check.sample(found, self_check.checkable(texts))
    wrong = list(self_check.disagreements(program, sample, found))
    _report(f"the real command: {len(sample) - len(wrong)} of {len(sample)} cases end and write the same")
    _list(wrong)
    return not wrong


def _formatted(agreement: Agreement) -> list[str]:
    counts = ", ".join(f"{count} {what}" for what, count in Counter(agreement.differing.values()).items())
    return [
        f"{agreement.cases - len(agreement.differing)} of {agreement.cases} cases answered the same",
        f"with {agreement.completed} completed configurations; differing: {counts or 'none'}",
        *(f"{name}: {what} differs" for name, what in agreement.differing.items()),
    ]


def _minutes(begun: float) -> str:
    return f"{(time.monotonic() - begun) / 60:.1f} minutes"


def _list(lines: Sequence[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines[:DIFFERENCES_SHOWN])
    if len(lines) > DIFFERENCES_SHOWN:
        sys.stdout.write(f"… and {len(lines) - DIFFERENCES_SHOWN} more\n")
    sys.stdout.flush()


def _report(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())

"""Record what the real kube-scheduler of a release says: facts, answers to recorded cases and lines, what gates change.

`python -m tools.record 1.38` adds the release: its tables to `schedcfg/releases/data/`, what only tests look at to
`tests/facts/`, and its answers to the recordings of `tests/conformance/`. It lists what is new and described by hand:
fields, plugins, default Args. It needs Go, some gigabytes of module cache and, the first time, several minutes.

`--catalog scheduler-plugins` records the plugins of scheduler-plugins in its release for 1.38, once there is one.
`python -m tools.record placements --release 1.37` records where that release's kube-scheduler puts Pods, and
`python -m tools.record policies` what the descheduler makes of policies.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tools.record import (
    answers,
    by_hand,
    catalog,
    command_lines,
    facts,
    gates,
    placements,
    policies,
    real_lines,
    recorded_lines,
    self_check,
)
from tools.record.answers import Agreement, Recording, Row, read_rows, write_rows
from tools.record.catalog import Catalog
from tools.record.facts import PROJECT, Home
from tools.record.module import Build, BuildError, build, build_command, minor, newest_patch
from tools.record.program import Answer, Program

ROOT = Path(__file__).parents[2]
CONFORMANCE = ROOT / "tests" / "conformance"
GATES = CONFORMANCE / "gates.ndjson.xz"
LINES = CONFORMANCE / "command_lines.ndjson.xz"
WRITTEN_LINES = CONFORMANCE / "written_command_lines.ndjson"

_EFFECTIVE = ".effective.ndjson.xz"
_RECORDED = ("facts", "answers", "gates", "flags")
_SHOWN = 40


def main(arguments: list[str] | None = None) -> int:
    """Record or compare, and return the status: 1 where something differs, 3 where nothing can be built."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["placements"]:
        return placements.main(words[1:])
    if words[:1] == ["policies"]:
        return policies.main(words[1:])
    options = _parser().parse_args(words)
    begun = time.monotonic()
    try:
        found = catalog.find(options.catalog, options.release) if options.catalog else None
        made = _build(found, options)
    except BuildError as error:
        _report(str(error))
        _report(f"Where a patch release cannot be had or built, choose another: --version {_recorded_patch(options)}")
        return 3
    _report(f"{made.version}: linked, {_minutes(begun)}")
    same = list(_catalog(made, found, options) if found else _steps(made, options))
    _report(f"{made.version}: done, {_minutes(begun)}")
    return 0 if all(same) else 1


def _build(found: Catalog | None, options: argparse.Namespace) -> Build:
    if found:
        return catalog.build_with(found, options.version or found.kubernetes)
    version = options.version or newest_patch(options.release)
    _report(
        f"{version}: {'as requested' if options.version else 'the newest patch release; `--version` chooses another'}"
    )
    return build(version)


def _recorded_patch(options: argparse.Namespace) -> str:
    """Return the patch release that a release was recorded of, or a first guess at one."""
    return str(_home(options).read(options.release).get("kubernetes", f"v{options.release}.0"))


def _home(options: argparse.Namespace) -> Home:
    """Return where facts are: in the project, or in the folder that was named."""
    return PROJECT if options.facts is None else Home(options.facts / "data", options.facts)


def _steps(made: Build, options: argparse.Namespace) -> Iterator[bool]:
    steps = {"facts": _facts, "answers": _answers, "gates": _gates, "flags": _flags}
    for what in options.only or _RECORDED:
        yield steps[what](made, options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.record", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("release", help="1.22 or newer: 1.38")
    parser.add_argument("--version", help="the patch release, v1.38.1; else the newest that the Go proxy knows")
    catalogs = f"{', '.join(catalog.MODULES)}: record its plugins, of its newest release for this one or NAME@v0.31.8"
    parser.add_argument("--catalog", metavar="NAME", help=catalogs)
    parser.add_argument("--only", action="append", choices=_RECORDED, help="record this and nothing else")
    parser.add_argument("--facts", type=Path, metavar="FOLDER", help="facts elsewhere than in the project")
    cases = "PREFIX.verdicts.ndjson.xz has the cases and other releases' answers; else those of tests/conformance"
    parser.add_argument("--cases", type=Path, action="append", metavar="PREFIX", help=cases)
    beside = "of a later patch release, write only the tables that differ, beside those that are recorded"
    parser.add_argument("--beside", action="store_true", help=beside)
    parser.add_argument("--compare", action="store_true", help="compare with what is recorded, in place of writing")
    return parser


def _recordings(options: argparse.Namespace) -> list[Recording]:
    """Return those that were named, or those of the project that have both verdicts and completed configurations."""
    found = sorted(CONFORMANCE.glob(f"*{_EFFECTIVE}"))
    here = [path.with_name(path.name.removesuffix(_EFFECTIVE)) for path in found]
    return [Recording(prefix) for prefix in options.cases or here]


def _facts(made: Build, options: argparse.Namespace) -> bool:
    """Write the facts, or compare them, and return whether they are the recorded ones."""
    home = _home(options)
    found = facts.record(made)
    if options.beside:
        home.write_beside(options.release, found)
        return True
    if not options.compare:
        home.write(options.release, found)
        _report(f"facts: {home.tables}, {home.others}")
        _list_by_hand(found, home.read(f"1.{minor(options.release) - 1}"), options.release)
        return True
    recorded = home.read(options.release)
    if recorded["kubernetes"] != found["kubernetes"]:
        _report(f"facts: recorded of {recorded['kubernetes']}, compared with {found['kubernetes']}")
    return _same(home.others / f"{options.release}.json", facts.comparable(recorded), facts.comparable(found))


def _same(path: Path, recorded: Row, found: Row) -> bool:
    differing = list(facts.differences(recorded, found))
    _report(f"facts: {len(differing)} differences from {path}")
    _list(differing)
    return not differing


def _list_by_hand(found: Row, before: Row, release: str) -> None:
    """List what the release brings that is described by hand, where the release before was recorded."""
    new = list(by_hand.by_hand(before, found, release)) if before else []
    _report(f"facts: {len(new)} things are new and described by hand")
    _list(new)


def _answers(made: Build, options: argparse.Namespace) -> bool:
    """Write the answers, or compare them, check some, and return whether the real command and recordings agree."""
    program, same = Program(made.executable), True
    for recording in _recordings(options):
        begun, texts = time.monotonic(), recording.cases()
        found = dict(program.answers(texts))
        _report(f"{recording.prefix.name}: {len(found)} cases answered, {_minutes(begun)}")
        if options.compare:
            agreement = answers.compare(recording, options.release, found)
            _list(_formatted(agreement))
            same = same and not agreement.differing
        else:
            answers.add(recording, options.release, found)
        same = _checked(program, texts, found) and same
    return same


def _checked(program: Program, texts: Mapping[str, str], found: Mapping[str, Answer]) -> bool:
    sample = self_check.sample(found, self_check.checkable(texts))
    wrong = list(self_check.disagreements(program, sample, found))
    _report(f"the real command: {len(sample) - len(wrong)} of {len(sample)} cases end and write the same")
    _list(wrong)
    return not wrong


def _catalog(made: Build, found: Catalog, options: argparse.Namespace) -> Iterator[bool]:
    """Write what a catalog's plugins are and answer, or compare it, and yield whether it is what was recorded."""
    path = _home(options).others / found.name / f"{options.release}.json"
    tables = catalog.facts(made, found)
    recordings = [Recording(prefix) for prefix in options.cases or [CONFORMANCE / catalog.RECORDINGS[found.name]]]
    if "facts" in (options.only or _RECORDED):
        if options.compare:
            yield _same(path, catalog.comparable(facts.read(path)), catalog.comparable(tables))
        else:
            facts.write(path, tables)
    for recording in recordings if "answers" in (options.only or _RECORDED) else ():
        verdicts = catalog.verdicts(made, recording, frozenset(tables["in_tree_plugins"]))
        if options.compare:
            agreement = catalog.compare(recording, options.release, verdicts)
            _list(_formatted(agreement))
            yield not agreement.differing
        else:
            answers.add_verdicts(recording, options.release, verdicts)


def _gates(made: Build, options: argparse.Namespace) -> bool:
    """Write the lines of command lines with gates, or compare them, and return whether they are the recorded ones."""
    rows = list(read_rows(GATES))
    cases = {text for recording in _recordings(options) for text in recording.cases().values()}
    texts = gates.short([*cases, *(row["yaml"] for row in rows if "yaml" in row)])
    begun = time.monotonic()
    found = list(gates.record(made, options.release, facts.record(made), _nearest(rows, options.release), texts))
    _report(f"gates: {len(found)} command lines, {_minutes(begun)}")
    others = [row for row in rows if row["kubernetes"] != options.release]
    if not options.compare:
        write_rows(GATES, sorted([*others, *found], key=lambda row: minor(row["kubernetes"])))
        return True
    again = {_asked(row): _comparable(row) for row in found}
    recorded = [row for row in rows if row not in others]
    differing = [f"{row['gates']}" for row in recorded if again.get(_asked(row), _other_word(row)) != _comparable(row)]
    _list(differing)
    return not differing


def _flags(made: Build, options: argparse.Namespace) -> bool:
    """Write how far the real command comes with command lines, or compare it, and return whether all agree."""
    rows, begun = list(read_rows(LINES)), time.monotonic()
    name = _column(made, options)
    if options.compare:
        asked = [row for row in rows if name in row["releases"]]
    else:
        asked = [recorded_lines.request(case) for case in command_lines.cases(_home(options), WRITTEN_LINES)]
    found = real_lines.answers(build_command(made.version), asked)
    _report(f"flags: {len(found)} command lines of {name} started, {_minutes(begun)}")
    if not options.compare:
        write_rows(LINES, recorded_lines.with_release(rows, asked, name, found))
        return True
    differing = recorded_lines.differences(recorded_lines.entries(asked, name), found)
    _list([f"{case}: {what} differs" for case, what in differing.items()])
    return not differing


def _column(made: Build, options: argparse.Namespace) -> str:
    """Return what answers are recorded of: the release, or another patch release of it than its facts are of."""
    recorded = _home(options).read(options.release).get("kubernetes", made.version)
    return str(options.release) if recorded == made.version else made.version.removeprefix("v")


def _asked(row: Row) -> str:
    return f"{row['gates']} {row.get('yaml')}"


def _comparable(row: Row) -> Row:
    """Leave out what the next run may say otherwise: which of several gates is complained about, a map decides."""
    return {**row, "measured": "", **({"refused": True} if "refused" in row else {})}


def _other_word(row: Row) -> Row | None:
    """Return what a line that is missing counts as: a refusal is left out where a map was seen to decide its words."""
    return _comparable(row) if "refused" in row else None


def _nearest(rows: Iterable[Row], release: str) -> list[Row]:
    """Return the recorded command lines of a release, or of the release before it that has any."""
    recorded = [row for row in rows if minor(row["kubernetes"]) <= minor(release) and "defaults" not in row]
    newest = max((minor(row["kubernetes"]) for row in recorded), default=0)
    return [row for row in recorded if minor(row["kubernetes"]) == newest]


def _formatted(agreement: Agreement) -> list[str]:
    counts = ", ".join(f"{count} {what}" for what, count in Counter(agreement.differing.values()).items())
    return [
        f"{agreement.cases - len(agreement.differing)} of {agreement.cases} cases answered the same",
        f"with {agreement.completed} completed configurations; differing: {counts or 'none'}",
        *(f"{name}: {what} differs" for name, what in agreement.differing.items()),
    ]


def _minutes(begun: float) -> str:
    return f"{(time.monotonic() - begun) / 60:.1f} minutes"


def _list(lines: list[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        sys.stdout.write(f"… and {len(lines) - _SHOWN} more\n")
    sys.stdout.flush()


def _report(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())

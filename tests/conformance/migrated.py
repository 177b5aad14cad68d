"""Recorded configurations carried to the other API versions that a release serves, and what became of them.

`python -m tests.conformance.migrated train.verdicts` prints a table, version by version, of all of them.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from schedcfg import IN_TREE_ONLY, Role, Verdict, releases
from schedcfg.commands.migrate.migrate import migrate
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus
from schedcfg.configuration.effective.provenance import plugins
from schedcfg.configuration.effective.view import Plugins
from schedcfg.document import parse
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import Options
from tests.conformance.recordings import Recording, read


class End(StrEnum):
    EQUAL = "equal"
    NOTED = "equal, but for what is noted as without effect"
    SAID = "differs, and says so"
    REFUSED = "refused, with the reason"
    WRONG = "WRONG"


class Case(NamedTuple):
    id: str
    text: str
    source: str
    target: str
    release: str


class Result(NamedTuple):
    case: Case
    migration: FileMigration
    end: End
    problem: str = ""


def cases(name: str, step: int = 1) -> Iterator[Case]:
    """Yield every accepted case with each release that accepts it, and each other version that this release serves."""
    for number, recording in enumerate(read(name)):
        if number % step == 0:
            yield from _cases(recording)


def _cases(recording: Recording) -> Iterator[Case]:
    documents = parse(recording.text).documents
    source = read_type_meta(documents[0].data).version if documents else None
    for name, answer in recording.answers.items():
        served = releases.at(name).api_versions
        if answer["outcome"] == "ok" and source in served:
            for target in served:
                if target != source:
                    yield Case(recording.id, recording.text, source, target, name)


def carry(case: Case) -> Result:
    """Migrate one case, and compare what runs, by the means that `test_effective.py` compares with recordings."""
    options = Options(registry=IN_TREE_ONLY, role=Role.CONFIG)
    migration = migrate(case.text, case.target, case.release, options=options)
    if migration.migrated is None:
        (document,) = migration.documents
        told = document.status is MigrationStatus.REFUSED and document.findings
        return Result(case, migration, End.REFUSED if told else End.WRONG, "" if told else "nothing happened")
    before, after = (accepted(text, case.release) for text in (case.text, migration.migrated))
    problem = _problem(case, migration, before, after)
    return Result(case, migration, End.WRONG if problem else _end(migration), problem)


def _end(migration: FileMigration) -> End:
    proofs = [proof for document in migration.documents for proof in document.proofs]
    if not all(proof.kept for proof in proofs):
        return End.SAID
    noted = any(proof.differences for proof in proofs) or any(document.notes for document in migration.documents)
    return End.NOTED if noted else End.EQUAL


class Accepted(NamedTuple):
    """What a release makes of a text: what runs, and which rules find what weighs like an error."""

    plugins: Plugins
    errors: frozenset[str]


@lru_cache(maxsize=64)
def accepted(text: str, release: str) -> Accepted | None:
    """Return what a release makes of a text; None where it refuses it."""
    validated = DocumentValidator(releases.at(release), IN_TREE_ONLY).first(parse(text), Role.CONFIG)
    if validated.report.verdict is not Verdict.ACCEPTED:
        return None
    assert validated.configuration is not None
    errors = frozenset(finding.rule for finding in validated.report.findings if finding.is_error)
    return Accepted(plugins(validated.configuration, IN_TREE_ONLY), errors)


def _problem(case: Case, migration: FileMigration, before: Accepted | None, after: Accepted | None) -> str:
    if after is None:
        return "the new text is refused"
    assert before is not None
    noted = {
        difference.path
        for document in migration.documents
        for proof in document.proofs
        for difference in proof.differences
    }
    silent = sorted(_differing(before.plugins, after.plugins) - noted)
    unreported = sorted(after.errors - before.errors - _reported(migration))
    if unreported:
        return f"has errors that are new and not told: {', '.join(unreported)}"
    if silent:
        return f"differs and does not say so: {', '.join(silent)}"
    again = migrate(
        migration.migrated or "", case.target, case.release, options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG)
    )
    return "" if again.status is MigrationStatus.UNCHANGED else "a second run changes it again"


def _reported(migration: FileMigration) -> set[str]:
    return {rule for document in migration.documents for rule in document.new_errors if not document.fits}


def _differing(before: Plugins, after: Plugins) -> set[str]:
    """Name what differs in the plugins that run, in their weights, and in the order where that decides."""
    found = set()
    for profile in before.keys() | after.keys():
        one, other = before.get(profile, {}), after.get(profile, {})
        for point in one.keys() | other.keys():
            here, there = one.get(point, ()), other.get(point, ())
            found |= {f"{profile}.{point}.{run.name}" for run in set(here) ^ set(there)}
            if point in {"postFilter", "bind"} and here != there:
                found.add(f"{profile}.{point}.order")
    return found


def table(results: Iterator[Result]) -> str:
    """Draw up how many ended how, for each release and pair of versions."""
    counts: dict[tuple[str, str, str], Counter[End]] = defaultdict(Counter)
    problems = []
    for result in results:
        counts[result.case.release, result.case.source, result.case.target][result.end] += 1
        if result.problem:
            problems.append(f"{result.case.id} {result.case.release} to {result.case.target}: {result.problem}")
    lines = ["release  from      to        " + "  ".join(end.name.lower() for end in End)]
    for (release, source, target), ends in sorted(counts.items()):
        numbers = "  ".join(f"{ends[end]:>{len(end.name)}}" for end in End)
        lines.append(f"{release:<8} {source:<9} {target:<9} {numbers}")
    return "\n".join([*lines, *problems])


if __name__ == "__main__":
    print(table(map(carry, cases(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1))))

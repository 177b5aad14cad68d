"""Carry many random files over and print figures: `python -m tests.commands.migrate.many 10000 [first seed]`."""

import hashlib
import sys
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

from schedcfg.commands.migrate.results import FileMigration
from schedcfg.document import Position
from schedcfg.findings import Finding
from tests.commands.migrate.checked import (
    Asked,
    accepted_at_the_end,
    accepted_somewhere,
    asked,
    faults,
    refusals,
    run,
    unproven,
)
from tests.commands.migrate.random_texts import Text, random_text


class Figures:
    """What happened, counted; with the first few seeds of each."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seeds: defaultdict[str, list[int]] = defaultdict(list)
        self.kept: list[tuple[float, int]] = []
        self.digest = hashlib.sha256()

    def count(self, what: str, seed: int) -> None:
        self.counts[what] += 1
        self.seeds[what] = [*self.seeds[what], seed][:6]

    def show(self) -> None:
        for what, count in sorted(self.counts.items()):
            print(f"{count:7} {what}  {self.seeds[what]}")
        if self.kept:
            shares = sorted(self.kept)
            at = {share: round(shares[int(len(shares) * share)][0], 3) for share in (0.01, 0.05, 0.25, 0.5, 0.75)}
            print(f"lines kept: mean {sum(share for share, _ in shares) / len(shares):.3f}, quantiles {at}")
            print("least kept:", [(round(share, 2), seed) for share, seed in shares[:12]])
        print("digest", self.digest.hexdigest()[:16])


def one(seed: int, figures: Figures) -> None:
    """Carry one file over, twice, as asked for at random."""
    text = random_text(seed)
    figures.count(f"form {text.form}{' with aliases' if text.aliases else ''}", seed)
    random = Random(seed + 1)
    for option in (asked(random), asked(random)):
        try:
            _carry(text, option, seed, figures)
        except Exception as error:  # noqa: BLE001 - counted, whatever it is
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}:{last.lineno}"
            figures.count(f"TRACEBACK {type(error).__name__} {where} {str(error)[:60]}", seed)


def _carry(text: Text, option: Asked, seed: int, figures: Figures) -> None:
    file = run(text.text, option)
    figures.digest.update(repr(file).encode("utf-8", "replace"))
    figures.count(f"status {file.status}", seed)
    for reason in _reasons(text, file):
        figures.count(f"refused {reason}", seed)
    for fault in faults(text.text, option, file):
        figures.count(f"FAULT {fault}", seed)
    if text.form in {"alone", "json"}:
        if not accepted_at_the_end(file):
            figures.count("FAULT not accepted by the release of the proof", seed)
        for told in unproven(text.text, file):
            figures.count(f"UNPROVEN {told}", seed)
    if file.migrated is not None and text.form != "json":
        figures.kept.append((_kept(text.text, file), seed))


def _reasons(text: Text, file: FileMigration) -> list[str]:
    """Say why a file is refused, once for each of its documents."""
    found = refusals(file)
    if found and text.form in {"alone", "json"} and not accepted_somewhere(text.text):
        return ["as by every release"]
    kind = "with aliases: " if text.aliases else ""
    return [kind + _reason(finding) for finding in found]


def _reason(finding: Finding) -> str:
    return f"{finding.rule}: {finding.message[:90]}" if finding.rule == "edit-conflict" else finding.rule


def _kept(text: str, file: FileMigration) -> float:
    """Tell which share of a text's lines stays as it is."""
    touched = {
        line
        for edit in file.edits
        if edit.span.end.offset > edit.span.start.offset or not _between_lines(text, edit.span.start)
        for line in range(edit.span.start.line, edit.span.end.line + (edit.span.end.column > 1))
    }
    return 1 - len(touched) / len(text.splitlines())


def _between_lines(text: str, place: Position) -> bool:
    return place.column == 1 or text[place.offset : place.offset + 1] in {"", "\r", "\n"}


def main() -> None:
    """Carry as many files over as are asked for."""
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    begun = time.perf_counter()
    figures = Figures()
    for seed in range(first, first + count):
        one(seed, figures)
    figures.show()
    print(f"{count} files in {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()

"""Carry many random files over and print figures: `python tests/migrations/many.py 10000 [first seed]`."""

import hashlib
import sys
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1]), str(HERE.parent / "conformance")]

from checked import accepted_at_the_end, asked, faults, refusals, run, unproven  # noqa: E402
from random_texts import random_text  # noqa: E402


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
    for _ in range(2):
        wish = asked(random)
        try:
            file = run(text.text, wish)
            figures.digest.update(repr(file).encode("utf-8", "replace"))
            figures.count(f"status {file.status}", seed)
            for rule in refusals(file):
                figures.count(f"refused {rule}{' (aliases)' if text.aliases else ''}", seed)
            if any(rule in {"edit-conflict"} for rule in refusals(file)):
                message = next(f.message for d in file.documents for f in d.findings if f.rule == "edit-conflict")
                figures.count(f"conflict {'(aliases) ' if text.aliases else ''}{message[:90]}", seed)
            for fault in faults(text.text, wish, file):
                figures.count(f"FAULT {fault}", seed)
            if text.form in {"alone", "json"} and text.text.count("\n---") < 2:
                if not accepted_at_the_end(file):
                    figures.count("FAULT not accepted by the release of the proof", seed)
                for where, change in unproven(text.text, file):
                    figures.count(f"UNPROVEN {where} {getattr(change, 'subject', None)}", seed)
            if file.migrated is not None:
                figures.kept.append((_kept(text.text, file), seed))
        except Exception as error:  # noqa: BLE001 - counted, whatever it is
            last = traceback.extract_tb(error.__traceback__)[-1]
            figures.count(
                f"TRACEBACK {type(error).__name__} {Path(last.filename).name}:{last.lineno} {str(error)[:60]}", seed
            )


def _kept(text: str, file: Any) -> float:
    lines = text.count("\n") + 1
    touched = {
        line
        for edit in file.edits
        for line in range(edit.span.start.line, edit.span.end.line + (edit.span.end.column > 1))
        if edit.span.end.offset > edit.span.start.offset
    }
    return 1 - len(touched) / lines


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

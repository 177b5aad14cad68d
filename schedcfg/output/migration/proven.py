"""What the proofs of a document come to, in a line or two."""

from collections.abc import Iterable, Iterator

from schedcfg.output.colours import DIM, GREEN, RED, YELLOW
from schedcfg.output.migration.row import Row
from schedcfg.output.secrets import safe
from schedcfg.output.terminal import printable
from schedcfg.output.words import value
from schedcfg.results.migration import BehaviourDifference, Proof

_LONGEST = 60
"""Letters of a value."""

_NAMED = 4
"""Differences without effect that are named in the summary."""


def differing(proofs: Iterable[Proof]) -> Iterator[Row]:
    """Tell what the scheduler will do otherwise."""
    for one in _differences(proofs):
        if one.matters:
            values = " → ".join(_said(one.path, side) for side in (one.before, one.after))
            yield Row("differs", RED, None, f"{printable(one.path)}: {values}: {one.reason}")


def proven(proofs: Iterable[Proof]) -> Iterator[Row]:
    """Tell what was compared, and by which releases."""
    proofs = tuple(proofs)
    if not proofs:
        return
    kept = all(proof.kept for proof in proofs)
    what = "same plugins, weights, args and settings" if kept else "all else is the same"
    judges = _listed([_judges(proof) for proof in proofs])
    yield Row("proven", GREEN if kept else YELLOW, None, f"{what} by Kubernetes {judges}")
    rest = list(dict.fromkeys(_subject(one.path) for one in _differences(proofs) if not one.matters))
    if rest:
        more = [f"{len(rest) - _NAMED} more"] if len(rest) > _NAMED else []
        yield Row("", DIM, None, f"but for what has no effect: {_listed([*rest[:_NAMED], *more])}")


def proven_in_full(proofs: Iterable[Proof]) -> Iterator[Row]:
    """Tell the same step by step, with every difference."""
    for proof in proofs:
        also = f", and alike by {', '.join(proof.also)}" if proof.also else ""
        yield Row("proven", GREEN if proof.kept else YELLOW, None, f"by Kubernetes {_judges(proof)}{also}")
        for one in proof.differences:
            if not one.matters:
                values = " → ".join(_said(one.path, side) for side in (one.before, one.after))
                yield Row("", DIM, None, f"{printable(one.path)}: {values}: {one.reason}")


def _differences(proofs: Iterable[Proof]) -> Iterator[BehaviourDifference]:
    return (one for proof in proofs for one in proof.differences)


def _subject(path: str) -> str:
    """Name what is not the same; the order at a point is the same matter in every profile."""
    above, _, last = path.rpartition(".")
    return printable(f"order of {above.rpartition('.')[2]}" if last == "order" and above else path)


def _judges(proof: Proof) -> str:
    who = proof.kubernetes if proof.before == proof.kubernetes else f"{proof.before} before, {proof.kubernetes} after"
    step = f"{proof.source} made fit" if proof.source == proof.target else f"{proof.source} → {proof.target}"
    return f"{who} ({step})"


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _said(path: str, side: object) -> str:
    said = "nothing" if side is None else printable(value(safe(path, side)))
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"

"""How deep a document may go and how much aliases may blow it up."""

from schedcfg.document.defect import DefectKind, Fault
from schedcfg.document.nodes import Alias, Node
from schedcfg.document.plain import MAX_DEPTH
from schedcfg.document.span import Path

_LEAST_ALIASED, _LEAST_DECODED = 100, 1000  # up to these nothing counts as excessive
_FEW, _MANY = 400_000, 4_000_000
_SHARE_OF_FEW, _SHARE_OF_MANY = 0.99, 0.10


class Budget:
    """Counts along as a tree is decoded, as `decode.go` of yaml.v2 does.

    Attributes:
        following: The aliases that lead to the value being decoded, outermost first.
    """

    def __init__(self) -> None:
        self.following: list[Alias] = []
        self._depth = 0
        self._decoded = 1  # the document itself
        self._aliased = 0

    def count(self, path: list[str | int]) -> None:
        """Count one more value.

        Raises:
            Fault: TOO_MANY_ALIASES, where Kubernetes finds the aliasing excessive.
        """
        self._decoded += 1
        if not self.following:
            return
        self._aliased += 1
        if self._aliased <= _LEAST_ALIASED or self._decoded <= _LEAST_DECODED:
            return
        if self._aliased / self._decoded > _allowed_share(self._decoded):
            origin = self.following[0]
            raise Fault(
                DefectKind.TOO_MANY_ALIASES,
                f"aliases expand the document to a multiple of its size, up to *{origin.name} here (yaml: document "
                "contains excessive aliasing)",
                origin.start,
                origin.end,
                path=tuple(path),
                help="Use fewer aliases.",
            )

    def descend(self, node: Node, path: list[str | int]) -> None:
        """Go into a collection.

        Raises:
            Fault: TOO_DEEP.
        """
        if self._depth == MAX_DEPTH:
            place = self.following[0] if self.following else node
            raise too_deep(place.start, place.end, tuple(path))
        self._depth += 1

    def ascend(self) -> None:
        """Leave a collection."""
        self._depth -= 1


def too_deep(start: int, end: int, path: Path = ()) -> Fault:
    """Make the fault for one collection too many, from `start` up to `end`."""
    message = f"more than {MAX_DEPTH} collections are nested in each other"
    return Fault(DefectKind.TOO_DEEP, message, start, end, path=path)


def _allowed_share(decoded: int) -> float:
    """Return how large a part of the decoded values aliases may make up."""
    if decoded <= _FEW:
        return _SHARE_OF_FEW
    if decoded >= _MANY:
        return _SHARE_OF_MANY
    return _SHARE_OF_FEW - (_SHARE_OF_FEW - _SHARE_OF_MANY) * (decoded - _FEW) / (_MANY - _FEW)

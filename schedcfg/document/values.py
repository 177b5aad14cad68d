"""From a tree to the data that Kubernetes decodes from it, and to what its strict reader objects to.

Source: `decode.go` of gopkg.in/yaml.v2 (merges, aliases, repeated keys) and `convertToJSONableObject` of
sigs.k8s.io/yaml (keys).
"""

from collections.abc import Callable
from typing import NamedTuple

from schedcfg import limits
from schedcfg.document import scalars, syntax
from schedcfg.document.defect import DefectKind, Fault, too_deep
from schedcfg.document.nodes import Alias, Mapping, Node, Scalar, Sequence
from schedcfg.document.plain import MAX_DEPTH
from schedcfg.document.span import Lines

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

    def descend(self) -> None:
        """Go into a collection."""
        self._depth += 1

    def ascend(self) -> None:
        """Leave a collection."""
        self._depth -= 1

    @property
    def is_deepest(self) -> bool:
        """Whether what is decoded is inside so many collections that none in it is read."""
        return self._depth == MAX_DEPTH


def _allowed_share(decoded: int) -> float:
    """Return how large a part of the decoded values aliases may make up."""
    if decoded <= _FEW:
        return _SHARE_OF_FEW
    if decoded >= _MANY:
        return _SHARE_OF_MANY
    return _SHARE_OF_FEW - (_SHARE_OF_FEW - _SHARE_OF_MANY) * (decoded - _FEW) / (_MANY - _FEW)


class Dialect(NamedTuple):
    """How YAML and JSON differ once they are trees."""

    through: Callable[[object], object]
    repeated: str  # The parser's message about a repeated key, with `{key}` in them
    infinite: str  # What is wrong with a number that is not finite, with the `{error}` of encoding/json


YAML = Dialect(
    scalars.through_json,
    'yaml: key "{key}" already set in map',
    "Kubernetes does not read infinity and not-a-number ({error})",
)
JSON = Dialect(scalars.finite, 'duplicate field "{key}"', "it does not fit into 64 bits")


class _Target(NamedTuple):
    """A mapping on its way to become data, and the key nodes that set it."""

    data: dict[str, object]
    seen: dict[tuple[type, object], Node]


def decode(root: Node, dialect: Dialect, lines: Lines) -> tuple[object, list[Fault]]:
    """Return a tree as plain data.

    Returns:
        The data, and the objections that leave a tree.

    Raises:
        Fault: TOO_MANY_ALIASES, at once.
    """
    decoder = _Decoder(dialect, lines)
    return decoder.value(root), decoder.faults


class _Decoder:
    def __init__(self, dialect: Dialect, lines: Lines) -> None:
        self.faults: list[Fault] = []
        self._dialect = dialect
        self._lines = lines
        self._path: list[str | int] = []
        self._budget = Budget()
        self._reported: set[tuple[int, str]] = set()
        self._most = limits.VALUES.value

    def value(self, node: Node) -> object:
        """Return one node as data."""
        self._budget.count(self._path)
        if isinstance(node, Scalar):
            return self._scalar(node)
        if isinstance(node, Alias):
            target = self._enter(node)
            if target is None:
                return None
            data = self.value(target)
            self._budget.following.pop()
            return data
        if self._budget.is_deepest:
            self._cut(node)
            return [] if isinstance(node, Sequence) else {}
        self._budget.descend()
        data = self._list(node) if isinstance(node, Sequence) else self._mapping(node)
        self._budget.ascend()
        return data

    def _cut(self, node: Node) -> None:
        """Note, once for a document, that what is in a collection is not read."""
        if all(fault.kind is not DefectKind.TOO_DEEP for fault in self.faults):
            place = self._budget.following[0] if self._budget.following else node
            self.faults.append(too_deep(place.start, place.end, tuple(self._path)))

    def _object(self, kind: DefectKind, message: str, node: Node, help: str | None = None) -> None:  # noqa: A002
        """Note an objection, once, however often aliases lead to it."""
        if not self._is_full and (node.start, message) not in self._reported:
            self._reported.add((node.start, message))
            path = tuple(self._path)
            self.faults.append(Fault(kind, message, node.start, node.end, path=path, help=help))

    @property
    def _is_full(self) -> bool:
        """Whether there are more objections than values are allowed: a text is refused for that, whatever they are."""
        return len(self.faults) > self._most

    def _enter(self, alias: Alias) -> Node | None:
        """Start to follow an alias; the caller pops `following` when done, unless this gave None."""
        name = alias.name
        if alias.target is None:
            message = f"no &{name} comes before this alias (yaml: unknown anchor '{name}' referenced)"
            help_ = f"If it is meant as text, put it in quotes: '*{name}'."
            self._object(DefectKind.UNKNOWN_ANCHOR, message, alias, help_)
        elif alias in self._budget.following:
            message = f"the value of *{name} contains itself (yaml: anchor '{name}' value contains itself)"
            self._object(DefectKind.RECURSIVE_ANCHOR, message, alias, "Write what is meant in the place of the alias.")
        else:
            self._budget.following.append(alias)
            return alias.target
        return None

    def _scalar(self, node: Scalar) -> object:
        if node.problem is not None:
            message = f"the value does not match its tag (yaml: {node.problem})"
            self._object(DefectKind.BAD_TAG, message, node, "Remove the tag, or write a value of its type.")
            return node.value
        try:
            return self._dialect.through(node.value)
        except scalars.UnsupportedValue as error:
            message = self._dialect.infinite.format(error=error)
            self._object(DefectKind.UNSUPPORTED_VALUE, message, node, "Write a finite number.")
            return self._lines.text[node.start : node.end]  # as what is not decoded is passed on

    def _list(self, node: Sequence) -> list[object]:
        items: list[object] = []
        for index, item in enumerate(node.items):
            self._path.append(index)
            items.append(self.value(item))
            self._path.pop()
        return items

    def _mapping(self, node: Mapping) -> dict[str, object]:
        data: dict[str, object] = {}
        self._fill(_Target(data, {}), node, None)
        return data

    def _fill(self, target: _Target, node: Mapping, merge: Scalar | None) -> None:
        """Add a mapping's entries to the data; `merge` is the `<<` through which they come, if one is."""
        for key, value in node.entries:
            if isinstance(key, Scalar) and key.merge:
                self._merge(target, value, merge or key)
                continue
            text = self._key(key)
            if text is None:
                self.value(value)
                continue
            self._path.append(text)
            self._note(target, key, text, merge)
            target.data[text] = self.value(value)
            self._path.pop()

    def _note(self, target: _Target, key: Node, text: str, merge: Scalar | None) -> None:
        """Report a key that is there already. To Go, 1 and "1" are different keys."""
        resolved = key.target if isinstance(key, Alias) else key
        value = resolved.value if isinstance(resolved, Scalar) else None
        first = target.seen.get((type(value), value))
        if first is None:
            target.seen[type(value), value] = merge or key
        if first is None or self._is_full:
            return
        line = self._lines.position(first.start).line
        words = self._dialect.repeated.format(key=text)
        merges = merge is not None or (isinstance(first, Scalar) and first.merge)
        self._object(
            DefectKind.DUPLICATE_KEY,
            f'"{text}" is repeated: line {line} already sets it ({words})',
            merge or key,
            "A key next to a merge must not be in the merged mapping." if merges else "Keep one of them.",
        )

    def _merge(self, target: _Target, value: Node, merge: Scalar) -> None:
        # Of several mappings the first wins, so they are set from the last one on.
        for part in reversed(value.items) if isinstance(value, Sequence) else [value]:
            self._budget.count(self._path)
            if not isinstance(part, Alias):
                self._merge_mapping(target, part, merge)
            elif (source := self._enter(part)) is not None:
                self._merge_mapping(target, source, merge)
                self._budget.following.pop()

    def _merge_mapping(self, target: _Target, source: Node, merge: Scalar) -> None:
        if not isinstance(source, Mapping):
            words = "yaml: map merge requires map or sequence of maps as the value"
            message = f"only a mapping, or a list of mappings, can be merged ({words})"
            help_ = "Write an alias of a mapping, such as `*defaults` with `&defaults` before, or remove the line."
            self._object(DefectKind.BAD_MERGE, message, merge, help_)
            return
        if self._budget.is_deepest:
            self._cut(source)
            return
        self._budget.descend()
        self._fill(target, source, merge)
        self._budget.ascend()

    def _key(self, key: Node) -> str | None:
        """Return the JSON key that a key becomes; None, with an objection, where it cannot be one."""
        self._budget.count(self._path)
        resolved: Node | None = key
        if isinstance(key, Alias):
            resolved = self._enter(key)
            if resolved is None:
                return None
            self._budget.following.pop()
        if isinstance(resolved, Scalar) and resolved.problem is not None:
            self._scalar(resolved)
            return None
        text = scalars.key_text(resolved.value) if isinstance(resolved, Scalar) else None
        if text is None:
            self._refuse_key(key, resolved)
        return text

    def _refuse_key(self, key: Node, resolved: Node | None) -> None:
        help_ = "If it is meant as text, put it in quotes."
        if not isinstance(resolved, Scalar):
            found, words = "a collection", "yaml: invalid map key"
            help_ = "Write a text as the key; several need an entry each."
            if self._lines.text[key.start - 1 : key.start + 1] == "{{":
                help_ = syntax.RENDER
        elif resolved.value is None:
            found, words = "null", "unsupported map key of type: <nil>"
        else:
            found, words = "a number beyond 64 bits", "unsupported map key of type: uint64"
        self._object(DefectKind.UNSUPPORTED_KEY, f"{found} cannot be a key ({words})", key, help_)

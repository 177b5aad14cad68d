"""Plain data written as people do: in every style, with comments wherever they may stand, each with its own number."""

import json
from collections import Counter
from random import Random

from schedcfg.document import parse

_NULLS = ("null", "~", "")


class Restyled:
    """Writes plain data as YAML in one random style.

    Args:
        random: Where choices come from.
        aliases: Whether what is the same twice may be written once and repeated by an alias.
    """

    def __init__(self, random: Random, *, aliases: bool = False) -> None:
        self.random = random
        self.aliases = aliases
        self.count = 0
        self.step = random.choice([2, 2, 2, 2, 4, 3, 1])
        self.list_step = random.choice([0, 2, 2, self.step])
        self.dash = random.choice([2, 2, 2, 2, 4, 3])
        self.comments = random.choice([0.0, 0.1, 0.1, 0.3])
        self.blanks = random.choice([0.0, 0.0, 0.1, 0.25])
        self.flows = random.choice([0.0, 0.03, 0.03, 0.1, 0.4])
        self.quotes = random.choice(["plain", "plain", "plain", "single", "double", "any"])
        self.quoted_keys = random.choice([0.0, 0.0, 0.0, 0.05, 1.0])
        self.anchors: dict[str, str] = {}
        self.times: Counter[str] = Counter()

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def document(self, data: object) -> list[str]:
        """Write a document: its lines, without a mark before it."""
        self.anchors, self.times = {}, Counter()
        self._count(data)
        if self.chance(self.flows / 3):
            return [*self.between(0), *self._flow(data, 0, ""), *self.between(0)]
        return [*self.between(0), *self._block(data, 0), *self.between(0)]

    def comment(self) -> str:
        self.count += 1
        sign = self.random.choice(["# ", "# ", "# ", "#", "## ", "#  "])
        return (
            f"{sign}c{self.count};{self.random.choice(['', ' why: that', ' - x', ' {', ' key:', chr(34), ' *a', ' é'])}"
        )

    def tail(self) -> str:
        """Write what stands behind something in its line."""
        if self.chance(self.comments):
            return self.random.choice([" ", "  ", "  ", "     "]) + self.comment()
        return self.random.choice([" ", "   "]) if self.chance(0.01) else ""

    def between(self, column: int) -> list[str]:
        """Write what stands between two entries: comments in lines of their own, and blank lines."""
        lines: list[str] = []
        while self.chance(self.blanks):
            lines.append(self.random.choice(["", "", "", "  ", " " * column]))
        while self.chance(self.comments * 0.7):
            at = column if self.chance(0.85) else self.random.choice([0, column + 2, max(0, column - 2), 7])
            lines.append(" " * at + self.comment())
            while self.chance(self.blanks):
                lines.append("")
        return lines

    def _count(self, data: object) -> None:
        if isinstance(data, dict | list):
            self.times[json.dumps(data)] += 1
            for part in data.values() if isinstance(data, dict) else data:
                self._count(part)

    def _block(self, data: object, column: int) -> list[str]:
        """Write a mapping or list in lines of its own."""
        if not isinstance(data, dict | list) or not data:
            return [" " * column + self._scalar(data) + self.tail()]
        lines: list[str] = []
        pad = " " * column
        for step, part in data.items() if isinstance(data, dict) else enumerate(data):
            if lines:
                lines += self.between(column)
            if isinstance(step, str):
                first, *rest = self._behind(part, column)
                lines += [f"{pad}{self._key(step)}:{first}", *rest]
            else:
                lines += self._item(part, column)
        return lines

    def _item(self, part: object, column: int) -> list[str]:
        inside = column + self.dash
        is_plain = isinstance(part, dict | list) and part and not self.aliases and not self.chance(self.flows)
        if is_plain and self.chance(0.95):
            first, *rest = self._block(part, inside)
            return [f"{' ' * column}-{' ' * (self.dash - 1)}{first.lstrip(' ')}", *rest]
        first, *rest = self._behind(part, column, is_item=True)
        return [f"{' ' * column}-{first}", *rest]

    def _behind(self, part: object, column: int, *, is_item: bool = False) -> list[str]:
        """Write what stands behind a colon or dash: the rest of that line, and further lines."""
        if part is None:
            null = self.random.choice(_NULLS)
            return [(f" {null}" if null else "") + self.tail()]
        if not isinstance(part, dict | list):
            return [f"{self._gap()}{line}{self.tail()}" for line in [self._scalar(part)]]
        mark = self._anchor(part)
        if mark.startswith(" *"):
            return [f"{mark}{self.tail()}"]
        if not part:
            return [
                f"{mark} {self.random.choice(['{}', '{ }'] if isinstance(part, dict) else ['[]', '[ ]'])}{self.tail()}"
            ]
        if self.chance(self.flows):
            first, *rest = self._flow(part, column + 1, self.tail())
            return [f"{mark} {first.lstrip(' ')}", *rest]
        is_list = isinstance(part, list) and not is_item
        inside = column + (self.list_step if is_list else self.step)
        return [mark + self.tail(), *self.between(inside), *self._block(part, inside)]

    def _gap(self) -> str:
        return "  " if self.chance(0.02) else " "

    def _anchor(self, part: object) -> str:
        same = json.dumps(part)
        if not self.aliases or self.times[same] < 2 or not part:
            return ""
        if same in self.anchors:
            return f" *{self.anchors[same]}" if self.chance(0.8) else ""
        if self.chance(0.5):
            self.anchors[same] = f"a{len(self.anchors)}"
            return f" &{self.anchors[same]}"
        return ""

    def _key(self, key: str) -> str:
        if self.chance(self.quoted_keys) or not _is_plain(key):
            return json.dumps(key, ensure_ascii=False) if self.quotes == "double" or "'" in key else f"'{key}'"
        return key

    def _scalar(self, value: object) -> str:
        if not isinstance(value, str):
            return json.dumps(value)
        quotes = self.random.choice(["plain", "single", "double"]) if self.quotes == "any" else self.quotes
        if quotes == "plain" and _is_plain(value):
            return value
        if quotes == "single" and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
        return json.dumps(value)

    def _flow(self, data: object, column: int, tail: str) -> list[str]:
        """Write a value in brackets, in one line or in several."""
        if not isinstance(data, dict | list) or not data:
            return [self._scalar(data) + tail]
        brackets = "{}" if isinstance(data, dict) else "[]"
        if self.chance(0.7):
            pad = self.random.choice(["", "", " "])
            comma = self.random.choice([", ", ", ", " , ", ","])
            return [brackets[0] + pad + comma.join(self._flow_parts(data)) + pad + brackets[1] + tail]
        return self._open_flow(data, column, tail, brackets)

    def _flow_parts(self, data: object) -> list[str]:
        def line(value: object) -> str:
            if not isinstance(value, dict | list):
                return self._scalar(value)
            inner = ", ".join(self._flow_parts(value))
            return f"{{{inner}}}" if isinstance(value, dict) else f"[{inner}]"

        if isinstance(data, dict):
            return [f"{self._key(key)}: {line(value)}" for key, value in data.items()]
        assert isinstance(data, list)
        return [line(value) for value in data]

    def _open_flow(self, data: "dict[str, object] | list[object]", column: int, tail: str, brackets: str) -> list[str]:
        inside = column + self.step
        lines = [brackets[0] + self.tail()]
        trailing = self.chance(0.4)
        entries = [(self._key(key) + ": ", value) for key, value in data.items()] if isinstance(data, dict) else None
        parts = entries or [("", value) for value in data]
        for number, (key, value) in enumerate(parts):
            lines += self.between(inside)
            comma = "," if trailing or number + 1 < len(parts) else ""
            first, *rest = self._flow(value, inside, comma + self.tail())
            lines += [f"{' ' * inside}{key}{first}", *rest]
        lines += self.between(inside)
        return [*lines, " " * column + brackets[1] + tail]


_PLAIN: dict[str, bool] = {}


def _is_plain(text: str) -> bool:
    """Tell whether a text means itself without quotes, in a block and in brackets, as a key and as a value."""
    if text not in _PLAIN:
        is_simple = bool(text) and text.isprintable() and not set(text) & set("{}[],#&*!|>'\"%@`?") and ": " not in text
        _PLAIN[text] = is_simple and parse(f"k: {text}").documents[0].data == {"k": text} and not text.endswith(":")
    return _PLAIN[text]

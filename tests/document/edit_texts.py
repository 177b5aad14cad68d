"""Random YAML and JSON texts in every style that people write, all comments reported apart by a number."""

import json
from random import Random

SCALARS = ["a", "plain text", "'single'", '"double"', "'it''s'", '"a\\tb"', "1", "1.5", "true", "0.0.0.0:1", "10s", "ü"]
FLOW_SCALARS = ["a", "'single'", '"double"', "1", "true", '"x, y"', "b c"]
KEYS = ["a", "b", "c", "kind", "name", "weight", "'q'", '"r"', "long name", "d"]
NULLS = ["", "~", "null"]


class YamlText:
    """Writes one text, or several documents.

    Args:
        random: Where choices come from.
        aliases: Whether anchors, aliases and merges are written too.
        repeats: Whether keys may be repeated.
    """

    def __init__(self, random: Random, *, aliases: bool = False, repeats: bool = False) -> None:
        self.random = random
        self.aliases = aliases
        self.pick = random.choices if repeats else random.sample
        self.anchors: list[str] = []
        self.merged: list[str] = []
        self.count = 0
        self.eol = random.choice(["\n", "\n", "\n", "\r\n", "\r"])
        self.step = random.choice([2, 2, 2, 1, 4])
        self.list_step = random.choice([0, 2, 2])
        self.dash = random.choice([2, 2, 2, 2, 4])
        self.comments = random.choice([0.0, 0.15, 0.4])
        self.blanks = random.choice([0.0, 0.0, 0.15])

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def comment(self) -> str:
        self.count += 1
        return f"#{self.random.choice([' ', ' ', ''])}c{self.count}{self.random.choice(['', ': x', ' - y', ' {'])}"

    def tail(self) -> str:
        if not self.chance(self.comments):
            return self.random.choice(["", "", "", "", "", "  "]) if self.chance(0.1) else ""
        return self.random.choice([" ", "  ", " \t", "    "]) + self.comment()

    def tail_of_nothing(self) -> str:
        """Write what may stand behind a colon or dash without a value: libyaml wants no tab there."""
        return self.tail().replace("\t", " ")

    def between(self, column: int) -> list[str]:
        lines: list[str] = []
        while self.chance(self.blanks):
            lines.append(self.random.choice(["", "", "  "]))
        while self.chance(self.comments * 0.7):
            at = column if self.chance(0.85) else self.random.choice([0, column + 2])
            lines.append(" " * at + self.comment())
            if self.chance(self.blanks):
                lines.append("")
        return lines

    def text(self) -> str:
        documents = [self.document() for _ in range(self.random.choice([1, 1, 1, 2]))]
        base = self.random.choice([0, 0, 0, 0, 4])
        lines: list[str] = []
        for number, document in enumerate(documents):
            if number or self.chance(0.2):
                lines.append("---" + self.tail())
            lines += document
            if self.chance(0.05) and number + 1 < len(documents):
                lines.append("...")
        if base and len(documents) == 1 and not lines[0].startswith("---"):
            lines = [" " * base + line for line in lines]
            lines = ["   ", " " * 9, *lines, "  "] if self.chance(0.5) else lines
        last = "" if self.chance(0.15) else self.eol
        mark = "\ufeff" if self.chance(0.05) else ""
        return mark + self.eol.join(lines) + last

    def document(self) -> list[str]:
        self.anchors, self.merged = [], []
        lines = self.between(0)
        lines += self.mapping(0, 0) if self.chance(0.9) else self.sequence(0, 0)
        return lines + self.between(0)

    def mapping(self, column: int, depth: int) -> list[str]:
        lines: list[str] = []
        count = self.random.choice([1, 2, 3, 4] if depth else [2, 3, 4, 5])
        keys = self.pick(KEYS, k=count)
        if self.aliases and self.merged and self.chance(0.15):
            lines.append(f"{' ' * column}<<: *{self.random.choice(self.merged)}{self.tail()}")
        for key in keys:
            if lines:
                lines += self.between(column)
            explicit = "? " if self.chance(0.02) else ""
            if explicit:
                lines.append(f"{' ' * column}? {key}{self.tail()}")
                first, *rest = self.value(column, depth)
                lines += [f"{' ' * column}:{first}", *rest]
            else:
                first, *rest = self.value(column, depth)
                lines += [f"{' ' * column}{key}:{first}", *rest]
        return lines

    def sequence(self, column: int, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.choice([1, 2, 3])):
            if lines:
                lines += self.between(column)
            sign = " " * column + "-"
            inside = column + self.dash
            shape = self.random.random()
            if depth < 4 and shape < 0.5:
                inner = self.mapping(inside, depth + 1)
                lines += [sign.ljust(inside) + inner[0].lstrip(" "), *inner[1:]]
            elif depth < 4 and shape < 0.6:
                inner = self.sequence(inside, depth + 1)
                lines += [sign.ljust(inside) + inner[0].lstrip(" "), *inner[1:]]
            else:
                first, *rest = self.value(column, depth, is_item=True)
                lines += [sign + (" " * (self.dash - 2) if first.strip() and "#" not in first else "") + first, *rest]
        return lines

    def anchored(self, lines: list[str], *, mapping: bool = False) -> list[str]:
        """Put an anchor in front of a value; aliases of it come only after it."""
        if not self.aliases or not self.chance(0.2):
            return lines
        name = f"n{len(self.anchors)}"
        self.anchors.append(name)
        if mapping:
            self.merged.append(name)
        return [f" &{name}{lines[0]}", *lines[1:]]

    def value(self, column: int, depth: int, *, is_item: bool = False) -> list[str]:
        """Write what stands behind a colon or dash: the rest of that line, and further lines."""
        if self.aliases and self.anchors and self.chance(0.15):
            return [f" *{self.random.choice(self.anchors)}{self.tail()}"]
        if depth < 4 and not is_item and self.chance(0.45):
            return self.collection(column, depth)
        shape = self.random.random()
        if shape < 0.13:
            return [f" {self.random.choice(['{}', '[]', '{ }', '[ ]'])}{self.tail()}"]
        if shape < 0.24:
            null = self.random.choice(NULLS)
            return [f" {null}{self.tail()}" if null else self.tail_of_nothing()]
        if shape < 0.42:
            return self.flow(column, depth)
        if shape < 0.58:
            return self.block_scalar(column) if self.chance(0.55) else self.several_lines(column)
        return self.anchored([f" {self.random.choice(SCALARS)}{self.tail()}"])

    def collection(self, column: int, depth: int) -> list[str]:
        """Write a block below a key."""
        if self.chance(0.55):
            inside = column + self.step
            lines = [self.tail_of_nothing(), *self.between(inside), *self.mapping(inside, depth + 1)]
            return self.anchored(lines, mapping=True)
        inside = column + (self.list_step if self.chance(0.9) else 2 - self.list_step)
        return self.anchored([self.tail_of_nothing(), *self.between(inside), *self.sequence(inside, depth + 1)])

    def block_scalar(self, column: int) -> list[str]:
        sign = self.random.choice(["|", ">", "|-", ">-", "|+", "|2"])
        inside = " " * (column + 2)
        body = [inside + "text # none", *([inside + "  more"] if self.chance(0.4) else []), inside + "last"]
        if self.chance(0.2):
            body.insert(1, "")
        return [f" {sign}{self.tail()}", *body]

    def several_lines(self, column: int) -> list[str]:
        inside = " " * (column + 1 + self.random.choice([0, 1, 3]))
        quote = self.random.choice(["", "'", '"'])
        return [f" {quote}one", f"{inside}two", f"{inside}three{quote}{self.tail()}"]

    def flow(self, column: int, depth: int) -> list[str]:
        value = self.flow_value(depth + 2, must_be_collection=True)
        if self.chance(0.75) or len(value) < 3:
            return [f" {value}{self.tail()}"]
        parts = [self.flow_value(depth + 2) for _ in range(self.random.choice([1, 2, 3]))]
        inside = " " * (column + 2)
        lines = [f" [{self.tail_of_nothing()}"]
        trailing = self.chance(0.3)
        for number, part in enumerate(parts):
            if self.chance(self.comments / 3):
                lines.append(inside + self.comment())
            comma = "," if trailing or number + 1 < len(parts) else ""
            lines.append(f"{inside}{part}{comma}{self.tail()}")
        if self.chance(0.2) and not lines[-1].rstrip().endswith(",") and "#" not in lines[-1]:
            lines[-1] += "]"
            return lines
        lines.append(f"{' ' * (column + 1)}]{self.tail()}")
        return lines

    def flow_value(self, depth: int, *, must_be_collection: bool = False) -> str:
        shape = self.random.random()
        if depth > 5 or (shape < 0.5 and not must_be_collection):
            return self.random.choice(FLOW_SCALARS) if not must_be_collection else "[]"
        parts = range(self.random.choice([0, 1, 2, 3]))
        comma = self.random.choice([", ", ", ", ",", " , "])
        pad = self.random.choice(["", "", " "])
        if self.chance(0.5):
            inner = comma.join(self.flow_value(depth + 1) if self.chance(0.9) else "l: m" for _ in parts)
            return f"[{pad}{inner}{pad}]"
        keys = self.random.sample(KEYS, len(parts))
        inner = comma.join(f"{key}: {self.flow_value(depth + 1)}" for key in keys)
        return f"{{{pad}{inner}{pad}}}"


def json_text(random: Random) -> str:
    """Write a JSON text, in one line or several."""
    data = {key.strip("'\""): _json_value(random, 0) for key in random.sample(KEYS, random.choice([0, 1, 2, 4]))}
    indent = random.choice([None, None, 2, 4, "\t"])
    separators = random.choice([(",", ":"), (", ", ": ")]) if indent is None else None
    text = json.dumps(data, indent=indent, separators=separators, ensure_ascii=random.random() < 0.5)
    return text.replace("\n", random.choice(["\n", "\r\n"])) + random.choice(["", "\n"])


def _json_value(random: Random, depth: int) -> object:
    shape = random.random()
    if depth > 3 or shape < 0.4:
        return random.choice(["a", "ü", 'q"', 1, 1.5, -2, 1e3, True, None, "2"])
    if shape < 0.7:
        return {
            key.strip("'\""): _json_value(random, depth + 1) for key in random.sample(KEYS, random.choice([0, 1, 2, 3]))
        }
    return [_json_value(random, depth + 1) for _ in range(random.choice([0, 1, 2, 3]))]

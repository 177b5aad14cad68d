"""One term for each idea: the words that CONTRIBUTING replaces are in no message, help text, docstring or page."""

import ast
import re
from collections.abc import Iterator

from tests.parsed import nodes_of
from tests.paths import ROOT

CONTRIBUTING = ROOT / "CONTRIBUTING.md"
IDS = frozenset({"behaviour", "judged by"})
"""Values in JSON, which do not change; and the one line that ends a run on a terminal."""


def replaced_words() -> re.Pattern[str]:
    """Return what finds the words in the first column of the table."""
    table = CONTRIBUTING.read_text(encoding="utf-8").partition("| instead of | write |\n")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[1:]]
    words = [re.escape(word.strip()).replace("N", r"\d+") for row in rows for word in row.split(",")]
    return re.compile(rf"(?<![\w`-])(?:{'|'.join(words)})(?![\w`-])", re.IGNORECASE)


def texts() -> Iterator[tuple[str, str]]:
    """Yield the texts that users and authors read, each with its place."""
    for path in sorted((ROOT / "schedcfg").rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in IDS:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{number}", line


def test_no_replaced_word_is_used() -> None:
    pattern = replaced_words()
    found = [f"{place}: {word[0]}" for place, text in texts() for word in pattern.finditer(text)]
    assert found == []


def test_a_replaced_word_would_be_found() -> None:
    pattern = replaced_words()
    found = [word[0] for word in pattern.finditer("Judged by 1.29, from 1.30 on: mend it.")]
    assert found == ["Judged", "from 1.30 on", "mend"]
    assert not pattern.search("The rule `silence` is fixed since 1.30; see `mend`.")
    assert sum(place.startswith("schedcfg/cli/") for place, _ in texts()) > 100

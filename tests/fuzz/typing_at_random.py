"""`python -m tests.fuzz.typing_at_random`: an editor that types at random, and asks while it does.

Texts change faster than the server looks at them. Whenever the editor pauses, what the server shows has to be what
`validate` finds in the text as it is then.
"""

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from schedcfg.cards import files
from schedcfg.findings import FileReport
from schedcfg.rules.cards import cards
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import SUFFIXES, Source, may_hold_manifests
from schedcfg.validation.each_file import Verb, one_source
from schedcfg.validation.files import validate_file
from schedcfg.validation.options import DEFAULT
from tests.commands.server.editor import Editor
from tests.commands.server.shown import Place, places, shown_places

from .mutations import mutated

_QUESTIONS = (
    "hover",
    "completion",
    "definition",
    "references",
    "prepareRename",
    "rename",
    "documentSymbol",
    "foldingRange",
    "codeAction",
    "inlayHint",
)
_LETTERS = "abz019:-_ \n\n  #'\"{}[]|>&*!%@\t,.\r\u2028é𝄞"
_LONGEST = 20_000
"""Characters after which another text is taken."""
_CURIOUS, _NEW, _REMOVING = 0.05, 0.03, 0.3
"""How often an edit is followed by a question, is another text, or takes something out."""


@dataclass
class Typist:
    """Somebody who types at random.

    Attributes:
        editor: The editor; the working directory is its folder.
        texts: What is typed at.
        random: What all follows from.
        edits: How many edits were made.
        pauses: How often the findings were compared.
        wrong: What was wrong, with the text.
    """

    editor: Editor
    texts: list[str]
    random: Random
    edits: int = 0
    pauses: int = 0
    wrong: list[str] = field(default_factory=list)

    def type(self, name: str, text: str) -> str:
        """Edit a text some times in a row, with questions in between; then compare. Return the text."""
        uri = (self.editor.folder / name).as_uri()
        for _ in range(self.random.randint(1, 40)):
            text = self._edited(text)
            self.editor.put(name, text)
            self.edits += 1
            if self.random.random() < _CURIOUS:
                self._ask(uri, text)
        self.pauses += 1
        if shown_places(self.editor.found(uri)) != self._expected(name, text):
            self.wrong.append(f"other findings in {text!r}")
        said = [one["params"] for one in self.editor.notices if one.get("method") == "window/logMessage"]
        self.wrong += [f"{one['message']}, in {text!r}" for one in said]
        self.editor.notices.clear()
        return text

    def _edited(self, text: str) -> str:
        if self.random.random() < _NEW or len(text) > _LONGEST:
            start = self.random.choice(self.texts)
            return mutated(start, self.random, self.texts).decode("utf-8", "replace")
        place = self.random.randint(0, len(text))
        if self.random.random() < _REMOVING:
            return text[:place] + text[place + self.random.randint(1, 30) :]
        return text[:place] + self.random.choice(_LETTERS) + text[place:]

    def _ask(self, uri: str, text: str) -> None:
        line, character = self.random.randint(0, text.count("\n") + 2), self.random.randint(0, 80)
        document, place = {"uri": uri}, {"line": line, "character": character}
        whole = {"start": {"line": 0, "character": 0}, "end": place}
        more: dict[str, Any] = {
            "references": {"position": place, "context": {"includeDeclaration": True}},
            "rename": {"position": place, "newName": self.random.choice(["batch", "", "a b", "é"])},
            "inlayHint": {"range": whole},
            "codeAction": {"range": {"start": place, "end": place}, "context": {"diagnostics": []}},
        }
        question = self.random.choice(_QUESTIONS)
        params = {"textDocument": document} | more.get(question, {"position": place})
        answer = self.editor.answer(f"textDocument/{question}", params)
        # Most places cannot be renamed.
        if "error" in answer and question != "rename":
            self.wrong.append(f"{question} at {place}: {answer['error']}, in {text!r}")

    def _expected(self, name: str, text: str) -> list[Place]:
        """Return what `validate` finds in a text, with nothing around it."""
        source = Source(name, searched=True, content=text.encode("utf-8", "replace"))
        read = partial(validate_file, contexts=ContextCache(SUFFIXES))
        return places(one_source(Verb(read, FileReport, may_hold_manifests), source, DEFAULT))


def examples() -> list[str]:
    """Return the examples of all rules, each file of them."""
    return [text for card in cards().values() for one in (card.bad, card.good) for text in files(one).values()]


def run(edits: int, seed: int, folder: Path) -> Typist:
    """Type at random, in two texts of an empty folder one after the other, and return what was seen."""
    random = Random(seed)
    os.chdir(folder)
    with Editor(folder) as editor:
        typist = Typist(editor, examples(), random)
        texts = {"scheduler.yaml": random.choice(typist.texts)}
        while typist.edits < edits and not typist.wrong:
            for name, text in texts.items():
                texts[name] = typist.type(name, text)
        sys.stdout.write("".join(f"{one}\n" for one in typist.wrong))
        sys.stdout.flush()
    return typist


def main() -> int:
    """Type, and print what was seen; the exit status is 1 where the server was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.typing_at_random", description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="what all follows from (default: %(default)s)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seen = run(asked.edits, asked.seed, Path(folder).resolve())
        os.chdir("/")
    print(f"{seen.edits} edits, {seen.pauses} pauses, {len(seen.wrong)} wrong")
    return int(bool(seen.wrong))


if __name__ == "__main__":
    sys.exit(main())

"""Cases of rules: texts that say themselves what is found in them, and where.

A case of a rule is a file, or a folder of files, in `tests/rules/<kind>/<rule>/`. So are the examples of rules about
manifests, which `explain` shows without these comments:

- `# expect: <rule> <weight> …` at the end of a line: what is found in that line, separated by commas. The weight is
  `refused`, `error`, `warning` or `info`. `safe`, `unsafe` or `unfixed` may follow: what its fix is, or that it has
  none. So may parts, in quotes, of its path, of what it says, or of its fix's title. `# expect below: …` is about the
  next line, where a comment in the line itself would change what is found.
- `# fixed: <line>`: a line as the first fix of the rule writes it. What it fixes is not found again.
- `# case: <what it shows>` begins another case in the same file.
- `# file: <name>` begins another file of the same case.
- `# kubernetes: 1.29` and `# options: …` are given to the command line; before the first case: for all that name no
  other release.
- `# from: <address>` cites where somebody made the mistake; the case is written anew.

A secret in a case is called `hush`: no message repeats it.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from schedcfg.cards import files
from schedcfg.rules import manifests
from schedcfg.rules.registry import manifest_rules

FOLDER = Path(__file__).parent
EXAMPLES = Path(manifests.__file__).parent / "examples"
KINDS = ("reading", "refused", "advised", "manifests")

_CASE = re.compile(r"^# case: (.+)\n", re.MULTILINE)
_MARK = re.compile(r" *# expect(?P<below> below)?: (?P<marks>.+)$")
_FIXED = re.compile(r"^ *# fixed: (?P<line>.+)$", re.MULTILINE)
_FROM = re.compile(r"^# from: (?P<address>.+)$", re.MULTILINE)
_OPTIONS = re.compile(r"^# options: (?P<options>.+)$", re.MULTILINE)
_KUBERNETES = re.compile(r"^# kubernetes: (?P<release>\S+)$", re.MULTILINE)
_FIXES = ("safe", "unsafe", "unfixed")


class Place(NamedTuple):
    """Where something is found, by which rule, and what it weighs."""

    file: str
    line: int
    rule: str
    weight: str


class Mark(NamedTuple):
    """What one comment expects.

    Attributes:
        place: Where, what, and how heavy.
        fix: `safe`, `unsafe` or `unfixed`; None: not looked at.
        parts: What is said of it, in parts.
    """

    place: Place
    fix: str | None
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a rule.

    Attributes:
        rule: The rule whose case it is.
        name: Its kind, its rule, its file, and what it shows.
        path: Its file or folder.
        texts: Path of each of its files, below a folder → the text.
        options: What it is validated with, as on the command line.
    """

    rule: str
    name: str
    path: Path
    texts: dict[str, str]
    options: tuple[str, ...]

    @property
    def marks(self) -> list[Mark]:
        """What its comments expect, by place."""
        found = (
            _read_mark(name, number + (marked["below"] is not None), written)
            for name, text in self.texts.items()
            for number, line in enumerate(text.splitlines(), 1)
            if (marked := _MARK.search(line))
            for written in _split(marked["marks"])
        )
        return sorted(found, key=lambda mark: mark.place)

    @property
    def fixed_lines(self) -> list[str]:
        """The lines that a fix writes."""
        return [line for text in self.texts.values() for line in _FIXED.findall(text)]

    @property
    def citations(self) -> list[str]:
        """Where somebody made the mistake."""
        return [address for text in self.texts.values() for address in _FROM.findall(text)]


@cache
def all_cases() -> tuple[Case, ...]:
    """Return the cases of all rules, sorted by name."""
    cases = [case for kind in KINDS for path in (FOLDER / kind).glob("*/*") for case in _cases(path)]
    for rule in manifest_rules():
        for path in (EXAMPLES / rule.id).iterdir():
            text = path.read_text(encoding="utf-8")
            cases.append(Case(rule.id, f"manifests/{rule.id}/{path.name}", path, files(text), rule.options))
    return tuple(sorted(cases, key=_name))


def unmarked(text: str) -> str:
    """Return a text without what its comments expect."""
    return "\n".join(_MARK.sub("", line) for line in text.splitlines())


def place(finding: dict[str, Any], file: str) -> Place:
    """Return where a finding of a report in JSON is, as a mark shows it."""
    weight = "refused" if finding["class"] == "refused" else finding["severity"]
    return Place(file, finding["start"]["line"], finding["rule"], weight)


def meets(mark: Mark, finding: dict[str, Any]) -> bool:
    """Return whether a finding at the place of a mark is fixed as the mark expects, and says what it expects."""
    fix = finding["fix"]
    actual = "unfixed" if fix is None else "safe" if fix["safe"] else "unsafe"
    said = f"{finding['path']}\n{finding['message']}\n{finding['help']}\n{'' if fix is None else fix['title']}"
    return mark.fix in {None, actual} and all(part in said for part in mark.parts)


def _name(case: Case) -> str:
    return case.name


def _cases(path: Path) -> Iterator[Case]:
    rule, name = path.parent.name, path.relative_to(FOLDER).with_suffix("").as_posix()
    if path.is_dir():
        texts = {
            file.relative_to(path).as_posix(): file.read_text(encoding="utf-8", errors="surrogateescape")
            for file in sorted(path.rglob("*"))
            if file.is_file()
        }
        yield Case(rule, name, path, texts, _options("\n".join(texts.values())))
        return
    before, *several = _CASE.split(path.read_text(encoding="utf-8"))
    if not several:
        yield Case(rule, name, path, files(before), _options(before))
    for title, text in zip(several[::2], several[1::2], strict=True):
        yield Case(rule, f"{name}: {title}", path, files(text), _options(text, before))


def _options(text: str, before: str = "") -> tuple[str, ...]:
    releases = set(_KUBERNETES.findall(text) or _KUBERNETES.findall(before))
    assert len(releases) <= 1, f"several releases are named: {releases}"
    more = (option for options in _OPTIONS.findall(f"{before}\n{text}") for option in shlex.split(options))
    return (*(f"--kubernetes={release}" for release in releases), *more)


def _split(marks: str) -> Iterator[list[str]]:
    """Yield the words of each mark in a comment."""
    lexer = shlex.shlex(marks, posix=True, punctuation_chars=",")
    lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ""
    words: list[str] = []
    for word in lexer:
        if word == ",":
            yield words
            words = []
        else:
            words.append(word)
    yield words


def _read_mark(file: str, line: int, words: list[str]) -> Mark:
    rule, weight, *rest = words
    fix = rest.pop(0) if rest and rest[0] in _FIXES else None
    return Mark(Place(file, line, rule, weight), fix, tuple(rest))

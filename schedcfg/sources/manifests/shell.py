"""What a shell makes of a script: its simple commands, each as the words that the program gets."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.patterns import pattern


class Word(NamedTuple):
    """One word of a command line."""

    text: str
    path: Path  # The item of `command` or `args` that it is in
    is_known: bool = True


SHELLS = frozenset({"ash", "bash", "dash", "sh"})

_TOKEN = pattern(
    r"""
      (?P<blank> [ \t\r]+ | \\\n | \#[^\n]* )
    | (?P<redirection> \d* (?: &>>? | [<>]{1,3} [&|]? ) (?!\() [ \t]* )
    | (?P<operator> [;&|()\n<>] )
    | (?P<word> (?: '[^']*'
                  | "(?: [^"\\] | \\. )*"
                  | \\.
                  | \$\( [^()]* \) | \$\{ [^{}]* \} | `[^`]*`
                  | [^\s;&|()<>"'\\`]
                )+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_PART = pattern(r"""'(?P<plain>[^']*)'|"(?P<quoted>(?:[^"\\]|\\.)*)"|\\(?P<escaped>.)""", re.DOTALL)
_ESCAPED_IN_QUOTES = pattern(r"""\\(?:\n|([$`"\\]))""")
_ASSIGNMENT = pattern(r"[A-Za-z_][A-Za-z0-9_]*=")
_BEFORE_A_COMMAND = frozenset({"!", "do", "elif", "else", "exec", "if", "nohup", "then", "time", "until", "while", "{"})


def script(words: Sequence[Word]) -> Word | None:
    """Find the script in a shell's words, as in `bash -euo pipefail -c …`; None where a file is run.

    Args:
        words: The words behind the shell.
    """
    has_script, rest = False, iter(words)
    for word in rest:
        if word.text == "--":
            return next(rest, None) if has_script else None
        if word.text[:1] not in {"-", "+"}:
            return word if has_script else None
        if not word.text.startswith("--"):
            has_script = has_script or (word.text.startswith("-") and "c" in word.text)
            if "o" in word.text:  # `-o pipefail`
                next(rest, None)
    return None


def commands(text: Word) -> list[list[Word]]:
    """Return the simple commands of a script, each from its program on; none where it cannot be parsed.

    A command that goes on behind what is not understood ends in a word that is not known.
    """
    found: list[list[Word]] = [[]]
    is_target = False
    for kind, written in _tokens(text.text):
        if kind == "operator":
            if written == "(":
                found[-1].append(Word(written, text.path, is_known=False))
            found.append([])
        elif kind == "word" and not is_target:
            found[-1].append(_word(written, text))
        elif kind == "broken":
            return []
        is_target = kind == "redirection"
    return [list(dropwhile(_is_before_a_command, command)) for command in found]


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            yield "broken", text[position:]
            return
        yield str(match.lastgroup), match[0]
        position = match.end()


def _word(written: str, text: Word) -> Word:
    expanded = _PART.sub(_text_to_expand, written)
    return Word(_PART.sub(_unquoted, written), text.path, is_known=not {"$", "`"} & set(expanded))


def _text_to_expand(part: re.Match[str]) -> str:
    """Return the text that the shell expands variables and commands in: of what is quoted, that in double quotes."""
    return re.sub(r"\\.", "", part["quoted"] or "", flags=re.DOTALL)


def _unquoted(part: re.Match[str]) -> str:
    if part["quoted"] is not None:
        return _ESCAPED_IN_QUOTES.sub(lambda found: found[1] or "", part["quoted"])
    if part["plain"] is not None:
        return part["plain"]
    return "" if part["escaped"] == "\n" else part["escaped"]


def _is_before_a_command(word: Word) -> bool:
    return word.text in _BEFORE_A_COMMAND or _ASSIGNMENT.match(word.text) is not None

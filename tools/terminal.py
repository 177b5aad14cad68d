"""What a command shows on a terminal, with its colors: as a picture, and as the lines of a page.

`# command` in the first lines of a picture below `docs/pictures/` says what it shows; `python -m tools.update_docs`
draws it anew.
"""

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

from schedcfg.output import terminal

COLUMNS = 120

_CLASSES = {
    terminal.RED: "r",
    terminal.YELLOW: "y",
    terminal.CYAN: "c",
    terminal.BLUE: "b",
    terminal.GREEN: "g",
    terminal.BOLD: "o",
    terminal.DIM: "d",
}
_CODE = re.compile(r"(\x1b\[\d*m)")
_TITLE = re.compile(r'<title id="title">(?P<text>.*?)</title>', re.DOTALL)
_COMMAND = re.compile(r"^<!-- \$ schedcfg (?P<command>.+) -->$", re.MULTILINE)


class Piece(NamedTuple):
    """A part of a line in one color.

    Attributes:
        style: The class of its color; empty where it has none.
        text: The characters.
    """

    style: str
    text: str


def shown(command: str, root: Path, columns: int = COLUMNS) -> str:
    """Return what a command writes on a terminal, with the codes of colors, and its messages among it.

    Args:
        command: What follows `schedcfg`.
        root: The folder in which it runs.
        columns: How wide the terminal is.
    """
    kept = {name: value for name, value in os.environ.items() if name not in {"CI", "COLUMNS", "NO_COLOR"}}
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _LINES, columns, 0, 0))
    with subprocess.Popen(  # noqa: S603 - the documentation is ours
        [sys.executable, "-m", "schedcfg", *shlex.split(command)],
        cwd=root,
        env=kept | {"FORCE_COLOR": "1", "PYTHONPATH": str(root), "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        written = b"".join(_pieces_from(ours)).decode()
    os.close(ours)
    return _CLEARED.sub("", written).replace("\r\n", "\n")


_LINES = 50
_CLEARED = re.compile(r"\r\x1b\[K(?:[^\r\n]*(?=\r\x1b\[K))?")
"""A line that was cleared: how far a long run is."""


def _pieces_from(terminal: int) -> Iterator[bytes]:
    with suppress(OSError):  # which says that the other end is closed
        while piece := os.read(terminal, 65_536):
            yield piece


def lines(output: str, columns: int = COLUMNS) -> Iterator[list[Piece]]:
    """Yield the lines of a terminal: longer ones continue on the next, between words."""
    for line in output.splitlines():
        pieces = list(_pieces(line))
        for start, end in _rows("".join(piece.text for piece in pieces), columns):
            yield list(_between(pieces, start, end))


def _rows(text: str, columns: int) -> Iterator[tuple[int, int]]:
    """Yield where each row begins and ends: at the last blank that fits, which is left out, or within a long word."""
    start = 0
    while len(text) - start > columns:
        blank = text.rfind(" ", start, start + columns + 1)
        end = blank if text[start : max(blank, start)].strip() else start + columns
        yield start, end
        start = end + text[end:].startswith(" ")
    yield start, len(text)


def _between(pieces: list[Piece], start: int, end: int) -> Iterator[Piece]:
    at = 0
    for style, text in pieces:
        shown_text = text[max(start - at, 0) : max(end - at, 0)]
        if shown_text:
            yield Piece(style, shown_text)
        at += len(text)


def _pieces(line: str) -> Iterator[Piece]:
    style = ""
    for part in _CODE.split(line):
        if _CODE.fullmatch(part):
            style = _CLASSES.get(part, "")
        elif part:
            yield Piece(style, part)


def text_of(picture: str) -> str | None:
    """Return what a picture of a terminal shows, its lines as they were written; None where it is another kind."""
    found = _TITLE.search(picture)
    return None if found is None or command_of(picture) is None else unescape(found["text"])


def command_of(picture: str) -> str | None:
    """Return the command that a picture shows; None where it is another kind of picture."""
    found = _COMMAND.search(picture)
    return None if found is None else found["command"]


_WIDE, _HIGH, _EDGE, _BAR = 8.43, 19, 18, 40
_STYLE = """\
.w{fill:#0d1117;stroke:#30363d}
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:14px;fill:#d1d7e0;\
white-space:pre}
.r{fill:#ff7b72;font-weight:600}.y{fill:#e3b341;font-weight:600}.c{fill:#56d4dd}.b{fill:#79c0ff}.g{fill:#7ee787}
.o{fill:#fff;font-weight:600}.d{fill:#8b949e}.t{fill:#8b949e;text-anchor:middle}
"""


def picture(command: str, output: str) -> str:
    """Return a terminal as SVG: its window, the command, and what it wrote.

    Args:
        command: What follows `schedcfg`.
        output: What it wrote, with the codes of colors.
    """
    prompt = [Piece("g", "$ "), Piece("o", f"schedcfg {command}")]
    rows = [prompt, *lines(output.rstrip("\n"))]
    plain = f"$ schedcfg {command}\n{_CODE.sub('', output)}".rstrip("\n")
    width = round(COLUMNS * _WIDE + 2 * _EDGE)
    height = _BAR + len(rows) * _HIGH + _EDGE
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"',
        'role="img" aria-labelledby="title">',
        f"<!-- $ schedcfg {command} -->",
        f'<title id="title">{escape(plain, quote=False)}</title>',
        f"<style>\n{_STYLE}</style>",
        f'<rect class="w" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="9"/>',
        *(
            f'<circle cx="{_EDGE + 6 + 20 * place}" cy="20" r="6" fill="{color}"/>'
            for place, color in enumerate(("#ff5f57", "#febc2e", "#28c840"))
        ),
        *(_row(row, _BAR + (number + 1) * _HIGH - 5) for number, row in enumerate(rows) if row),
        "</svg>\n",
    ]
    return "\n".join(drawn)


def _row(row: list[Piece], y: int) -> str:
    """Draw a line; its length is given, so that another font does not change its columns."""
    length = round(sum(len(piece.text) for piece in row) * _WIDE, 1)
    return f'<text x="{_EDGE}" y="{y}" textLength="{length}" xml:space="preserve">{"".join(map(_span, row))}</text>'


def _span(piece: Piece) -> str:
    text = escape(piece.text, quote=False)
    return f'<tspan class="{piece.style}">{text}</tspan>' if piece.style else text


_SEVERITIES = {"refused": "r", "error": "r", "warning": "y", "info": "b"}
_FINDING = re.compile(r"(?P<place>\S.*?:\d+:\d+)(?P<colon>: )(?P<rule>(?P<severity>\w+)\[[\w-]+\])(?P<rest>.*)")
_EXCERPT = re.compile(r"(?P<gutter> *\d* \|)(?P<blank> *)(?P<text>.*)")
_WORDS = "help|note|warning|hint|allowed|default|known|pinned|proven|accepted by"
_LABEL = re.compile(rf"(?P<label> *(?:{_WORDS})\b:?)(?P<rest>.*)")
_HEADING = re.compile(r"(?:PROFILE|[A-Z][A-Z]+)\b[A-Z ,()]*(?:[\w.-]+ \(line \d+.*)?|=+|[A-Z][\w ]+:?")
_SIGN = re.compile(
    r"(?P<head> {4,}|(?: *[a-z]\w+ {3,})|  (?=! ))(?P<sign>[+~*!-] )(?P<rest>.*)|(?P<diff>[+-](?![+-]).*|@@.*)"
)
_SIGNS = {"+": "g", "-": "r", "~": "y", "*": "y", "!": "y", "@": "c"}
_BAR_OF = re.compile(r"([█▏▎▍▌▋▊▉]+)")


def highlighted(block: list[str]) -> Iterator[list[Piece]]:
    """Yield the lines of a shown terminal in the colors that they have there.

    Args:
        block: What is shown: `$` and a command, what it prints, `…` for what is left out; or only what is printed.
    """
    severity = ""
    for line in block:
        finding = _FINDING.fullmatch(line)
        if finding is not None:
            severity = _SEVERITIES.get(finding["severity"], "o")
            yield [
                Piece("o", finding["place"]),
                Piece("", finding["colon"]),
                Piece(severity, finding["rule"]),
                Piece("", finding["rest"]),
            ]
        else:
            yield list(_row_of(line, severity))


def _row_of(line: str, severity: str) -> Iterator[Piece]:
    """Yield the pieces of a line that is no finding's first one."""
    excerpt, label, sign = _EXCERPT.fullmatch(line), _LABEL.fullmatch(line), _SIGN.fullmatch(line)
    if line.startswith("$ "):
        yield from (Piece("g", "$ "), Piece("o", line.removeprefix("$ ")))
    elif line == "…":
        yield Piece("d", line)
    elif excerpt is not None and excerpt["gutter"].strip():
        is_mark = excerpt["text"].strip("^") == ""
        yield from (Piece("b", excerpt["gutter"]), Piece("", excerpt["blank"]))
        yield Piece(severity if is_mark else "", excerpt["text"])
    elif label is not None:
        yield from (Piece("c", label["label"]), Piece("", label["rest"]))
    elif sign is not None and sign["diff"] is not None:
        yield Piece(_SIGNS[line[0]], line)
    elif sign is not None:
        yield from (Piece("", sign["head"]), Piece(_SIGNS[sign["sign"][0]], sign["sign"]), Piece("", sign["rest"]))
    elif _HEADING.fullmatch(line.strip()) and not line.startswith("    "):
        yield Piece("d" if line.startswith("=") else "o", line)
    else:
        yield from (Piece("b" if _BAR_OF.fullmatch(part) else "", part) for part in _BAR_OF.split(line) if part)

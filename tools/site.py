"""Build the documentation site below `build/site/`: `python -m tools.site`.

The pages of `docs/` are copied to `build/docs/`, with what only a site shows: terminals with their colors, and pages of
commands where the repository has pictures of them. Zensical then builds them, by `mkdocs.yml` and in the order of
`docs/navigation.py`; in the search, guides come before rules.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from html import escape
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from textwrap import indent
from typing import Any

import yaml

from tools import search_order, shown_pages
from tools.terminal import highlighted, text_of

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
CONFIG = "mkdocs.yml"
FRAMED = "pages"
"""The folder of the site that has the pages of commands."""

_TABLE_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_CODE_WITH_BAR = re.compile(r"`(?P<text>[^`\n]*\\\|[^`\n]*)`")
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?P<path>[\w./-]+\.svg)\)$", re.MULTILINE)
_NO_PAGES = shutil.ignore_patterns("*.py", "__pycache__")
_WORDS_BEHIND_THE_LANGUAGE = re.compile(r"^(```\w+) .+$", re.MULTILINE)
_COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)$", re.MULTILINE)
_TERMINAL = re.compile(r"^```(?:console|shell-session|text)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)

_FILTERED = re.compile(r"rules/index\.md|reference/commands/(?!index\.md).*|reference/(?:plugins|releases)\.md")
"""Long pages of many sections, in which `docs/javascripts/filter.js` finds rows."""

_SHOWN = re.compile(r"(?:^!\[[^\]]*\]\((?:\.\./)*pictures/page-\w+\.png\)\n)+", re.MULTILINE)
_SHOWN_PAGE = re.compile(r"!\[(?P<what>[^\]]*)\]\((?P<up>(?:\.\./)*)pictures/page-(?P<name>\w+)\.png\)")

_FILTER = """\
<div class="filter" hidden>\
<input type="search" placeholder="Filter this page" aria-label="Filter this page"><output></output>\
</div>

"""


def main() -> int:
    """Build the site, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--build", type=Path, default=BUILD, help="folder for the site and what it is made of")
    parser.add_argument("--binary", type=Path, help="a kube-scheduler; without one, the page of `try` is a picture")
    given = parser.parse_args()
    if find_spec("zensical") is None:
        sys.stderr.write("error: Zensical is not installed; it comes with the extra docs: pip install -e '.[docs]'\n")
        return 1
    return build(given.build.resolve(), binary=given.binary)


def build(folder: Path, root: Path = ROOT, binary: Path | None = None) -> int:
    """Build the site in `site` below a folder, and return the exit status of Zensical.

    Args:
        folder: What is left there of an earlier build is replaced.
        root: The project's folder.
        binary: A kube-scheduler, for the page of `try`.
    """
    prepare(folder, root, binary)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", str(folder / CONFIG)]
    status = subprocess.run(command, cwd=folder, check=False).returncode  # noqa: S603 - no input from outside
    if status == 0:
        search_order.rewrite(folder / "site")
    return status


def prepare(folder: Path, root: Path = ROOT, binary: Path | None = None) -> None:
    """Write the pages and the settings that Zensical is to read.

    Args:
        folder: Where; `docs` and `site` below it are replaced.
        root: The project's folder.
        binary: A kube-scheduler, for the page of `try`.
    """
    pages = folder / "docs"
    for old in (pages, folder / "site"):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(root / "docs", pages, ignore=_NO_PAGES)
    framed = pages / FRAMED
    framed.mkdir()
    written = {name for name in shown_pages.COMMANDS if shown_pages.write(name, framed, binary) is not None}
    for page in pages.rglob("*.md"):
        text = with_pages(for_site(page.read_text(encoding="utf-8"), page.parent), written)
        if _FILTERED.fullmatch(page.relative_to(pages).as_posix()):
            text = text.replace("\n## ", f"\n{_FILTER}## ", 1)
        page.write_text(text, encoding="utf-8")
    settings = yaml.safe_load((root / CONFIG).read_text(encoding="utf-8"))
    settings |= {"docs_dir": "docs", "site_dir": "site", "nav": navigation(root)(pages)}
    settings["theme"]["custom_dir"] = str(root / "tools" / "theme")
    # YAML contains JSON.
    (folder / CONFIG).write_text(json.dumps(settings, indent=2), encoding="utf-8")


def navigation(root: Path = ROOT) -> Any:
    """Return the function of `docs/navigation.py` that lists the pages below a folder in their order."""
    spec = spec_from_file_location("navigation", root / "docs" / "navigation.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.navigation


def for_site(markdown: str, folder: Path) -> str:
    """Return a page with its terminals in color, and without what stands behind a block's language for tests.

    Args:
        markdown: The page.
        folder: Where it is. A picture of a terminal becomes text, which can be read on a phone.
    """
    plain = _WORDS_BEHIND_THE_LANGUAGE.sub(r"\1", markdown)
    plain = _TABLE_ROW.sub(lambda row: _CODE_WITH_BAR.sub(_code_with_bar, row[0]), plain)
    plain = _TERMINAL.sub(lambda block: _terminal(block["text"]), plain)
    return _PICTURE.sub(lambda picture: _drawn(picture, folder), plain)


def with_pages(markdown: str, written: AbstractSet[str]) -> str:
    """Return a page with the pages of commands in place of their pictures; several in a row become tabs.

    Args:
        markdown: The page.
        written: The names of the pages that there are; others stay pictures.
    """
    return _SHOWN.sub(lambda row: "".join(_frames(row[0], written)), markdown)


def _frames(row: str, written: AbstractSet[str]) -> Iterator[str]:
    pictures = list(_SHOWN_PAGE.finditer(row))
    for picture in pictures:
        name, what = picture["name"], escape(picture["what"])
        address = f"{picture['up']}{FRAMED}/{name}.html"
        # A page within a page: it runs its own script, and reaches nothing of this one.
        frame = (
            f'<iframe class="page" src="{address}" title="{what}" sandbox="allow-scripts" loading="lazy"></iframe>\n'
        )
        command = " ".join(("schedcfg", *shown_pages.COMMANDS[name], "--output", f"html={name}.html"))
        shown = f"{frame}\n[{picture['what']}]({address}), by `{command}`\n" if name in written else f"{picture[0]}\n"
        yield shown if len(pictures) == 1 else f'=== "{name}"\n\n{indent(shown, "    ")}\n'


def _code_with_bar(code: re.Match[str]) -> str:
    """Return code in a table as HTML: GitHub reads an escaped bar as a bar, Python's Markdown keeps both signs."""
    return f"<code>{escape(code['text'].replace(chr(92) + '|', '|')).replace('|', '&#124;')}</code>"


def _drawn(picture: re.Match[str], folder: Path) -> str:
    path = folder / picture["path"]
    text = text_of(path.read_text(encoding="utf-8")) if path.is_file() else None
    return picture[0] if text is None else _terminal(text, " window")


def _terminal(text: str, kind: str = "") -> str:
    """Return a block of HTML, each line an element of its own: where it is too long, it continues below itself.

    Its button copies the commands, without what they print; without commands, it has no button.

    Args:
        text: The lines.
        kind: A class in addition, behind a blank.
    """
    # An empty line would end a block of HTML in Markdown; `#` and others begin nothing inside of it.
    lines = []
    for row in highlighted(text.rstrip("\n").split("\n")):
        shown = "".join(
            f'<span class="{piece.style}">{escape(piece.text)}</span>' if piece.style else escape(piece.text)
            for piece in row
        )
        lines.append(f'<span class="l">{shown or " "}</span>')
    inner = "\n".join(lines)
    commands = "\n".join(found["command"] for found in _COMMAND.finditer(text))
    copied = f'" data-copy="{escape(commands)}"'.replace("\n", "&#10;") if commands else ' no-copy"'
    return f'<div class="terminal{kind}{copied}><pre><code>{inner}</code></pre></div>'


if __name__ == "__main__":
    sys.exit(main())

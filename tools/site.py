"""Build the documentation site below `build/site/`: `python -m tools.site`.

The pages of `docs/` are copied to `build/docs/`, with what only a site shows: terminals with their colors. Zensical
then builds them, by `mkdocs.yml` and in the order of `docs/navigation.py`.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from html import escape
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import yaml

from tools.terminal import highlighted, text_of

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
CONFIG = "mkdocs.yml"

_TABLE_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_CODE_WITH_BAR = re.compile(r"`(?P<text>[^`\n]*\\\|[^`\n]*)`")
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?P<path>[\w./-]+\.svg)\)$", re.MULTILINE)
_NO_PAGES = shutil.ignore_patterns("*.py", "__pycache__")
_WORDS_BEHIND_THE_LANGUAGE = re.compile(r"^(```\w+) .+$", re.MULTILINE)
_COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)$", re.MULTILINE)
_TERMINAL = re.compile(r"^```(?:console|shell-session|text)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)

_FILTERED = frozenset({"rules/index.md", "reference/commands.md", "reference/plugins.md", "reference/releases.md"})
"""Long pages of many sections, in which `docs/javascripts/filter.js` finds rows."""

_FILTER = """\
<div class="filter" hidden>\
<input type="search" placeholder="Filter this page" aria-label="Filter this page"><output></output>\
</div>

"""


def main() -> int:
    """Build the site, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--build", type=Path, default=BUILD, help="folder for the site and what it is made of")
    return build(parser.parse_args().build.resolve())


def build(folder: Path, root: Path = ROOT) -> int:
    """Build the site in `site` below a folder, and return the exit status of Zensical.

    Args:
        folder: What is left there of an earlier build is replaced.
        root: The project's folder.
    """
    prepare(folder, root)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", str(folder / CONFIG)]
    return subprocess.run(command, cwd=folder, check=False).returncode  # noqa: S603 - no input from outside


def prepare(folder: Path, root: Path = ROOT) -> None:
    """Write the pages and the settings that Zensical is to read.

    Args:
        folder: Where; `docs` and `site` below it are replaced.
        root: The project's folder.
    """
    pages = folder / "docs"
    for old in (pages, folder / "site"):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(root / "docs", pages, ignore=_NO_PAGES)
    for page in pages.rglob("*.md"):
        text = for_site(page.read_text(encoding="utf-8"), page.parent)
        if page.relative_to(pages).as_posix() in _FILTERED:
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

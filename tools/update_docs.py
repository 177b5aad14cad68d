"""Bring up to date what is made by the code: generated pages, schemas, and what the documentation shows of commands.

`python -m tools.update_docs` lists what would change and ends with status 1 where something would; with `--write` it
changes it. A block of which parts are left out (`…`) keeps its parts; where they cannot be found again, it is listed.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain
from multiprocessing.pool import ThreadPool
from pathlib import Path

from schedcfg.commands.schema.command import known_schemas
from tools import console_blocks, schemastore, terminal
from tools.console_blocks import ROOT, AmbiguousBlockError
from tools.pages import FOLDERS, all_pages


def main() -> int:
    """Check or write, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.update_docs", description=__doc__)
    parser.add_argument("--write", action="store_true", help="change the files")
    should_write = parser.parse_args().write
    changed = False
    unclear: list[str] = []
    for path, text in chain(generated(ROOT), schemas(ROOT), pictures(ROOT), shown(ROOT, unclear)):
        if _content(path) != text:
            changed = True
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")
            if should_write:
                _write(path, text)
    sys.stderr.writelines(f"{one}\n" for one in unclear)
    return 1 if unclear or (changed and not should_write) else 0


def generated(root: Path) -> Iterator[tuple[Path, str | None]]:
    """Yield the generated pages and their texts; None for a page that nothing generates any more."""
    made = {root / "docs" / path: text for path, text in all_pages().items()}
    yield from made.items()
    existing = {page for folder in FOLDERS for page in (root / "docs" / folder).glob("*.md")}
    yield from ((page, None) for page in sorted(existing - made.keys()))


def schemas(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the JSON Schemas: those of configuration files, for editors and their catalog, and those of reports."""
    for schema in known_schemas().values():
        yield root / "schemas" / schema.file, json.dumps(schema.make(), indent=2, ensure_ascii=False) + "\n"
    for path, content in schemastore.files(root):
        yield path, json.dumps(content, indent=2) + "\n"


def pictures(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the pictures of terminals."""
    for path in sorted((root / "docs" / "pictures").glob("*.svg")):
        command = terminal.command_of(path.read_text(encoding="utf-8"))
        if command is not None:
            yield path, terminal.picture(command, terminal.shown(command, root))


def shown(root: Path, unclear: list[str]) -> Iterator[tuple[Path, str]]:
    """Yield the pages that show commands, with what these print today.

    Args:
        root: The project's folder.
        unclear: Blocks that someone has to bring up to date by hand are added here.
    """
    for page in console_blocks.pages(root):
        text = page.read_text(encoding="utf-8")
        found = list(console_blocks.blocks(text))
        with ThreadPool() as pool:
            outputs = pool.map(partial(console_blocks.printed, root=root), [block.command for block in found])
        for block, output in reversed(list(zip(found, outputs, strict=True))):
            try:
                lines = console_blocks.refreshed(block.lines, output)
            except AmbiguousBlockError as error:
                unclear.append(f"{page.relative_to(root)}: `schedcfg {block.command}`: {error}; change it by hand")
            else:
                text = text[: block.start] + "".join(f"{line}\n" for line in lines) + text[block.end :]
        if found:
            yield page, text


def _content(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""Write the generated pages: `python -m schedcfg.cli.pages docs/`."""

import sys
from pathlib import Path

from schedcfg.cli.pages import FOLDERS, all_pages


def write(docs: Path) -> None:
    """Write all generated pages below a folder, and remove those that nothing generates any more."""
    made = all_pages()
    for folder in FOLDERS:
        for page in (docs / folder).glob("*.md"):
            if page.relative_to(docs).as_posix() not in made:
                page.unlink()
    for path, text in made.items():
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        (docs / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

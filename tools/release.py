"""Check that a tag can be released, and write what changed: `python -m tools.release v0.1.0`.

The version is in `schedcfg/__init__.py`, and nowhere else; CHANGELOG.md has a section for it, with its day.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

_VERSION = re.compile(r'^__version__ = "(?P<version>[^"]+)"$', re.MULTILINE)


class NotReady(Exception):  # noqa: N818 - it is a state, as its message says
    """A tag that cannot be released yet."""


def main() -> int:
    """Write the release's section of the changelog, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("tag", help="for example v0.1.0")
    try:
        notes = release_notes(parser.parse_args().tag)
    except NotReady as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    sys.stdout.write(notes)
    return 0


def release_notes(tag: str, root: Path = ROOT) -> str:
    """Return what CHANGELOG.md says of the release that a tag names.

    Raises:
        NotReady: the tag is not the version, or the changelog has no dated section for it.
    """
    version = current_version(root)
    if tag != f"v{version}":
        raise NotReady(f"the tag is {tag}, the version in schedcfg/__init__.py is {version}")
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = rf"^## {re.escape(version)} \S (?P<day>.+)\n"
    section = re.search(rf"{heading}(?P<text>(?:(?!## ).*\n)*)", changelog, re.MULTILINE)
    if section is None:
        raise NotReady(f"CHANGELOG.md has no section for {version}")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", section["day"]):
        raise NotReady(f"CHANGELOG.md says that {version} is {section['day']}: write the day of the release")
    return section["text"].strip("\n") + "\n"


def current_version(root: Path = ROOT) -> str:
    """Return the version, as it is written in the package.

    Raises:
        NotReady: there is none.
    """
    found = _VERSION.search((root / "schedcfg" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise NotReady("schedcfg/__init__.py has no line `__version__ = …`")
    return found["version"]


if __name__ == "__main__":
    sys.exit(main())

"""The pages of commands that the documentation shows: as pictures and, on the site, as the commands write them."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]

COMMANDS: dict[str, Sequence[str]] = {
    "effective": ("effective", "examples/profiles.yaml"),
    "validate": ("validate", "examples/broken"),
    "diff": ("diff", "examples/profiles.yaml", "--from", "1.29", "--to", "1.33"),
    "upgrade": ("upgrade", "examples/profiles.yaml", "--from", "1.29", "--to", "1.36"),
    "try": (
        *("try", "packing.yaml", "--against", "default"),
        *("--nodes", "6:cpu=8,memory=32Gi,zone=a/b/c", "--pods", "18:cpu=1,memory=2Gi"),
    ),
}
"""Name of a page → the command that writes it."""

_NEEDS_BINARY = "try"
_PACKING = ("generate", "profile", "bin-packing")
_ACCEPTED, _REFUSED = 0, 1


class NoPage(Exception):  # noqa: N818 - what happened
    """A command has written no page."""


def write(name: str, folder: Path, binary: Path | None = None) -> Path | None:
    """Write the page of a command as an HTML file of its name; None where it needs a program, and there is none.

    Args:
        name: The name of the page.
        folder: Where, and where the configuration that `try` packs with is made.
        binary: A kube-scheduler, for `try`.

    Raises:
        NoPage: if the command fails.
    """
    page = folder.resolve() / f"{name}.html"
    written = ("--output", f"html={page}")
    if name != _NEEDS_BINARY:
        _run((*COMMANDS[name], *written), ROOT)
    elif binary is None:
        return None
    else:
        packing = folder / "packing.yaml"
        packing.write_bytes(_run(_PACKING, ROOT))
        _run((*COMMANDS[name], "--binary", str(binary.resolve()), *written), folder)
        packing.unlink()
    return page


def _run(command: Sequence[str], folder: Path) -> bytes:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-P", "-m", "schedcfg", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    if done.returncode not in {_ACCEPTED, _REFUSED}:
        raise NoPage(f"schedcfg {' '.join(command)}: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return done.stdout

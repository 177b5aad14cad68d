"""Inputs that failed once, kept as files: each is run by the test suite for ever."""

import base64
import hashlib
import json
import re
from pathlib import Path

from .engine import Input

FOLDER = Path(__file__).with_name("cases")


def kept(one: Input, why: str, folder: Path = FOLDER) -> Path:
    """Write an input to a file, and return that.

    Args:
        one: The input.
        why: What was wrong with it.
        folder: Where the file goes.
    """
    name = re.sub(r"[^a-z0-9]+", "-", why.lower()).strip("-")[:60]
    digest = hashlib.sha256(one.raw + json.dumps(one.choices, sort_keys=True).encode()).hexdigest()[:6]
    data = {"why": why, "command": one.command, "choices": one.choices, **_written(one.raw)}
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{digest}.json"
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return path


def _written(raw: bytes) -> dict[str, str]:
    try:
        return {"text": raw.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(raw).decode()}


def read(path: Path) -> Input:
    """Read an input from a file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    raw = data["text"].encode() if "text" in data else base64.b64decode(data["base64"])
    return Input(data["command"], data["choices"], raw)

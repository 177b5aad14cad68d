"""Plain data as JSON for standard output."""

import codecs
import json
import sys
from typing import Any


def written(data: Any, **layout: Any) -> str:
    """Write plain data as JSON, in the letters of its texts where standard output is UTF-8, else in ASCII.

    JSON is read as UTF-8, whatever encoding standard output has: only ASCII means the same in both.

    Args:
        data: What `json.dumps` takes.
        layout: More for `json.dumps`.
    """
    return json.dumps(data, ensure_ascii=not _is_utf8(), **layout)


def _is_utf8() -> bool:
    # A text in memory has no encoding.
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name.startswith("utf-8")

"""Files and places as SARIF names them."""

from schedcfg.document.span import Span
from schedcfg.output.ci.file_names import named
from schedcfg.output.columns import utf16

BASE_ID = "%SRCROOT%"
"""Stands for the folder in which schedcfg ran."""


def artifact(path: str) -> dict[str, object]:
    """Name a file: relative where it lies below the working directory.

    Args:
        path: As the user gave it.
    """
    name = named(path)
    if name.is_stdin:
        return {"uri": name.uri, "description": {"text": "Standard input."}}
    return {"uri": name.uri, "uriBaseId": BASE_ID} if name.is_below else {"uri": name.uri}


def region(text: str, span: Span) -> dict[str, object]:
    """Write a stretch of a text; its end is the place behind it.

    Args:
        text: The whole text.
        span: The stretch.
    """
    return {
        "startLine": span.start.line,
        "startColumn": utf16(text, span.start),
        "endLine": span.end.line,
        "endColumn": utf16(text, span.end),
    }

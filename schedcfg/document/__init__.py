"""Text to located YAML or JSON, read exactly as Kubernetes reads it; independent of Kubernetes' objects."""

from schedcfg.document.comments import Comment
from schedcfg.document.defect import Defect, DefectKind
from schedcfg.document.span import Path, Position, Span, render
from schedcfg.document.stream import Document, Place, Stream, parse, parse_bytes
from schedcfg.document.texts import decode_text, encoding_of

__all__ = [
    "Comment",
    "Defect",
    "DefectKind",
    "Document",
    "Path",
    "Place",
    "Position",
    "Span",
    "Stream",
    "decode_text",
    "encoding_of",
    "parse",
    "parse_bytes",
    "render",
]

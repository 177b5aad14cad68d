"""Plain data written as YAML the way Kubernetes' own tools write it: keys sorted, lists not indented."""

from typing import Any

import yaml

from schedcfg.document import scalars

_STR = "tag:yaml.org,2002:str"
_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Writer(_Dumper):  # type: ignore[misc]
    """Quotes what Kubernetes would not read as text, and repeats what is shared instead of naming it."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - PyYAML's signature
        return True


def _text(writer: Any, text: str) -> Any:
    if "\n" in text:
        # PyYAML falls back to quotes where a block cannot hold it.
        return writer.represent_scalar(_STR, text, style="|")
    is_text = scalars.plain(text) == text if text else False
    return writer.represent_scalar(_STR, text, style=None if is_text else '"')


_Writer.add_representer(str, _text)


def write(data: object) -> str:
    """Write data as one YAML document, byte for byte the same each time."""
    text: str = yaml.dump(data, Dumper=_Writer, allow_unicode=True, width=2**20)
    return text

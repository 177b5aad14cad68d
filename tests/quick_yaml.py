"""YAML by PyYAML on libyaml, which is ten times as fast as its own parser and emitter."""

from collections.abc import Iterator
from typing import Any

import yaml


def load(text: str) -> Any:
    return yaml.load(text, Loader=yaml.CSafeLoader)


def load_all(text: str) -> Iterator[Any]:
    return yaml.load_all(text, Loader=yaml.CSafeLoader)


def dump(data: object, **options: Any) -> str:
    text: str = yaml.dump(data, Dumper=yaml.CSafeDumper, **options)
    return text


def dump_all(documents: list[Any], **options: Any) -> str:
    text: str = yaml.dump_all(documents, Dumper=yaml.CSafeDumper, **options)
    return text

"""A configuration with several values of one field, to measure what each takes."""

import copy
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from schedcfg.document import parse
from schedcfg.document.span import Path
from schedcfg.errors import WrongRequest
from schedcfg.external.trial.configured import TriedConfiguration
from schedcfg.patterns import pattern

CONFIGURATIONS = "configurations"
"""What is written in the place of a field to measure the configurations that are named."""

_STEP = pattern(r"([A-Za-z]{1,60})((?:\[\d{1,4}\]){0,3})")
_INDEX = pattern(r"\[(\d{1,4})\]")
_MOST = 20


def varied(tried: TriedConfiguration, requested: str) -> Iterator[TriedConfiguration]:
    """Yield the configuration with each value of a field, named after it.

    Args:
        tried: The configuration.
        requested: The field and its values: `percentageOfNodesToScore=5,0,100`.

    Raises:
        WrongRequest: if that names no field, or fewer than two values, or there is no such place or value.
    """
    field, _, listed = requested.partition("=")
    values = [value.strip() for value in listed.split(",") if value.strip()]
    path = _path(field)
    if path is None or not 2 <= len(values) <= _MOST:  # noqa: PLR2004 - one alone compares with nothing
        raise WrongRequest(
            f"{requested!r} names no field with two to {_MOST} values",
            "Write e.g. percentageOfNodesToScore=5,0,100, or `configurations`.",
        )
    if tried.data is None:
        raise WrongRequest("the default configuration has no fields to measure", "Name a file.")
    for value in values:
        data = copy.deepcopy(tried.data)
        _put(data, path, _data(value), field)
        yield tried._replace(name=f"{field}={value}", data=data)


def _data(value: str) -> object:
    """Return what a value is in YAML.

    Raises:
        WrongRequest: if it is nothing.
    """
    stream = parse(value)
    if stream.error is not None or len(stream.documents) != 1 or stream.documents[0].defects:
        raise WrongRequest(f"{value!r} is no value", "Values are single words or numbers, with commas between them.")
    return stream.documents[0].data


def _path(field: str) -> Path | None:
    path: list[str | int] = []
    for step in field.split("."):
        match = _STEP.fullmatch(step)
        if match is None:
            return None
        path += [match[1], *(int(index) for index in _INDEX.findall(match[2]))]
    return tuple(path)


def _put(data: Any, path: Path, value: object, field: str) -> None:
    """Write a value at a path; mappings on the way to it are made, entries of lists have to be there.

    Raises:
        WrongRequest: if there is no such place.
    """
    for step, following in pairwise(path):
        if isinstance(step, int):
            if not isinstance(data, list) or step >= len(data):
                raise WrongRequest(f"the configuration has no {field}: there is no entry {step}")
            data = data[step]
        elif isinstance(data, dict):
            data = data.setdefault(step, [] if isinstance(following, int) else {})
        else:
            raise WrongRequest(f"the configuration has no {field}")
    last = path[-1]
    if not isinstance(data, dict) or not isinstance(last, str):
        raise WrongRequest(f"{field} is no field")
    data[last] = value

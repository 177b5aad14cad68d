"""An extender's response, read into the fields of the extender API as Go's `encoding/json` finds them.

Upstream: `k8s.io/kube-scheduler/extender/v1/types.go`.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

from schedcfg.document.golang.text import fold_name
from schedcfg.spelling import nearest

Shape: TypeAlias = type | list[Any] | Mapping[str, Any]
"""What a value has to be: a type, a list of a shape, or an object: key → shape, where `ANY_KEY` is a map's."""

ANY_KEY = "*"
_NODE: Shape = {"metadata": {"name": str}}
FILTER_RESULT: Shape = {
    "Nodes": {"items": [_NODE]},
    "NodeNames": [str],
    "FailedNodes": {ANY_KEY: str},
    "FailedAndUnresolvableNodes": {ANY_KEY: str},
    "Error": str,
}
HOST_PRIORITY_LIST: Shape = [{"Host": str, "Score": int}]
PREEMPTION_RESULT: Shape = {
    "NodeNameToMetaVictims": {ANY_KEY: {"Pods": [{"UID": str}], "NumPDBViolations": int}},
}
BINDING_RESULT: Shape = {"Error": str}

_NAMES: dict[object, str] = {str: "a string", int: "an integer of 64 bits", list: "a list", dict: "an object"}
_LIKENESS = 0.85


class NotJson(ValueError):  # noqa: N818
    """A response is no JSON."""


class WrongType(ValueError):  # noqa: N818
    """A response is JSON, but a value has not the type of the API."""


class DecodedResponse(NamedTuple):
    """What kube-scheduler reads of a response."""

    value: Any  # Objects have only the fields of the API, under its names; null is None
    misspelled: Mapping[str, str]  # Key that is not read → the field that seems to be meant


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


_JSON = json.JSONDecoder(parse_constant=_refuse)


def decode(body: bytes, shape: Shape) -> DecodedResponse:
    """Read the first value of a response; Go never looks at what follows it.

    Raises:
        NotJson: if there is none.
        WrongType: if it has not the shape.
    """
    try:
        value, _ = _JSON.raw_decode(body.decode("utf-8", "replace").lstrip(" \t\r\n"))
        misspelled: dict[str, str] = {}
        return DecodedResponse(_decode(value, shape, "", misspelled), misspelled)
    except WrongType:
        raise
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None


def _decode(value: Any, shape: Shape, path: str, misspelled: dict[str, str]) -> Any:
    if value is None:
        # As in Go, a text or a number stays what it is without being written.
        return shape() if isinstance(shape, type) else None
    if isinstance(shape, list):
        items: list[Any] = _checked(value, list, path)
        return [_decode(item, shape[0], f"{path}[{index}]", misspelled) for index, item in enumerate(items)]
    if isinstance(shape, Mapping):
        return _decode_object(_checked(value, dict, path), shape, path, misspelled)
    return _checked(value, shape, path)


def _checked(value: Any, kind: type, path: str) -> Any:
    is_large = isinstance(value, int) and not -(2**63) <= value < 2**63
    if type(value) is not kind or is_large:
        raise WrongType(f"{path or 'the response'} is not {_NAMES[kind]}")
    return value


def _decode_object(value: dict[str, Any], shape: Mapping[str, Any], path: str, misspelled: dict[str, str]) -> Any:
    if ANY_KEY in shape:
        return {key: _decode(item, shape[ANY_KEY], f"{path}.{key}", misspelled) for key, item in value.items()}
    fields = {fold_name(name): name for name in shape}
    found = {}
    for key, item in value.items():
        name = key if key in shape else fields.get(fold_name(key))
        if name is not None:
            found[name] = _decode(item, shape[name], f"{path}.{name}".lstrip("."), misspelled)
        elif shape is not _NODE and (meant := nearest("".join(filter(str.isalnum, key)), shape.keys(), _LIKENESS)):
            misspelled[key] = meant
    return found

"""What all shapes share: strictness as Kubernetes' JSON decoder has it, and a field's release."""

import base64
import binascii
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from schedcfg.models import duration


class Shape(BaseModel):
    """A struct of the API as it may be written in a file.

    Strict (no `"16"` for a number), closed (unknown fields are errors), frozen. Every field may be null,
    which in Go means "not written". Only shape lives here: ranges and relations are checked after
    defaulting, so that one value out of range hides nothing else.
    """

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        defer_build=True,
        protected_namespaces=(),
    )


@dataclass(frozen=True, slots=True)
class Since:
    """Marks a field that the releases before `release` do not know, e.g. `Since("1.26")`.

    It stands in the field's `Annotated`, outside of the optional: `Annotated[Int32 | None, Since("1.26")]`.
    """

    release: str


Int32: TypeAlias = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
"""A Go int32: a number beyond it cannot be decoded."""

Int64: TypeAlias = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
"""A Go int64: a number beyond it cannot be decoded."""

Float32: TypeAlias = Annotated[float, Field(ge=-3.4028235677973366e38, le=3.4028235677973366e38)]
"""A Go float32: a number beyond it cannot be decoded."""


def _is_duration(text: str) -> str:
    duration.parse(text)
    return text


def _is_written(value: object) -> object:
    if value is None:
        raise ValueError('time: invalid duration ""')
    return value


def _is_base64(text: str) -> str:
    try:
        base64.b64decode(text.replace("\r", "").replace("\n", ""), validate=True)
    except binascii.Error as error:
        raise ValueError(f"illegal base64 data: {error}") from None
    return text


Duration: TypeAlias = Annotated[str, AfterValidator(_is_duration)]
"""A Go duration, always a string with a unit: `15s`, `1m30s`, `500ms`; `"0"` needs none."""

WrittenDuration: TypeAlias = Annotated[Duration | None, BeforeValidator(_is_written)]
"""A duration that may be left out, but not be null: upstream's type is no pointer and refuses null."""

Base64: TypeAlias = Annotated[str, AfterValidator(_is_base64)]
"""Bytes as base64 text (Go's `[]byte`)."""

"""Since when, until when, and in which API versions something holds."""

from typing import Generic, NamedTuple, TypeVar

Value = TypeVar("Value")


class Period(NamedTuple, Generic[Value]):
    """A value, and where it holds.

    Attributes:
        value: What holds.
        api_versions: The API versions in which it does (short names, oldest first); empty where they do not matter.
        since: The first release: `1.22`. The oldest release known here may not have been the first.
        until: The last release; None where it still holds in the newest release known here.
    """

    value: Value
    api_versions: tuple[str, ...]
    since: str
    until: str | None

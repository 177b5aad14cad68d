"""What all Args have in common since 1.19, where they are API kinds of their own."""

from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Shape


class TypedArgs(Shape):
    """Args that may name their own type; both fields can be omitted, as they follow from the plugin's name."""

    api_version: Annotated[
        str | None,
        Field(description="API version of the Args; it must be that of the configuration. Default: the same."),
    ] = None
    kind: Annotated[
        str | None,
        Field(description="Kind of the Args: the plugin's name followed by `Args`. This is also the default."),
    ] = None

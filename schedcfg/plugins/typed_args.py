"""What all Args have in common from 1.19 on, where they are API kinds of their own."""

from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Shape


class TypedArgs(Shape):
    """Args that may name their own type; both fields can be left out, the plugin's name tells it."""

    api_version: Annotated[
        str | None,
        Field(description="API version of the Args; it must be that of the configuration. Default: the same."),
    ] = None
    kind: Annotated[
        str | None,
        Field(description="Kind of the Args: the plugin's name followed by `Args`. This is also the default."),
    ] = None

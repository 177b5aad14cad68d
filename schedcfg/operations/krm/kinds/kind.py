"""What every kind of generated thing says of itself."""

from typing import NamedTuple

from schedcfg.generate.maker import Maker


class Made(NamedTuple):
    """How something is made around a configuration; as for the commands of `schedcfg generate`.

    Attributes:
        file_name: The name that the configuration's file has.
        maker: Makes files; every manifest in them becomes an item.
    """

    file_name: str
    maker: Maker

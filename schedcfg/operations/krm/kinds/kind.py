"""What every kind of generated thing says of itself."""

from typing import NamedTuple

from schedcfg.operations.generating.around import Check, Generator, Remarks, unremarked


class Made(NamedTuple):
    """How something is made around a configuration; as for the commands of `schedcfg generate`.

    Attributes:
        file_name: The name that the configuration's file has.
        generator: Makes files; every manifest in them becomes an item.
        check: Says what keeps the configuration from being run that way.
        remarks: Says what to know about what was made.
    """

    file_name: str
    generator: Generator
    check: Check
    remarks: Remarks = unremarked

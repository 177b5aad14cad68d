"""What a file is taken for."""

from enum import StrEnum
from typing import Self


class Role(StrEnum):
    """What a file is taken for.

    `ANY`: scheduler configurations are looked for in it, other documents are skipped. `CONFIG`: it is the file given
    to `kube-scheduler --config`, whose first document must be a configuration. `POLICY`: it is the file given to
    `kube-scheduler --policy-config-file` (up to 1.22).
    """

    ANY = "any"
    CONFIG = "config"
    POLICY = "policy"

    @classmethod
    def of(cls, *, as_config: bool, as_policy: bool) -> Self:
        """Return the role that the two options of the command line ask for."""
        return cls(cls.CONFIG if as_config else cls.POLICY if as_policy else cls.ANY)

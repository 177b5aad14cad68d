"""What a file is taken for."""

from enum import StrEnum


class Role(StrEnum):
    """What a file is taken for.

    `ANY`: scheduler configurations are looked for in it, other documents are skipped. `CONFIG`: it is the file given
    to `kube-scheduler --config`, whose first document must be a configuration. `POLICY`: it is the file given to
    `kube-scheduler --policy-config-file` (up to 1.22).
    """

    ANY = "any"
    CONFIG = "config"
    POLICY = "policy"

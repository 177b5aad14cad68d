"""Words by which a scheduler configuration is told from other files, without parsing."""

from schedcfg.decode.type_meta import KIND
from schedcfg.releases.release import GROUP

_BYTES = (GROUP.encode(), KIND.encode(), b"predicates", b"priorities", b"\x00k\x00u")
"""Those of a configuration, of a legacy Policy, and of either in UTF-16."""


def may_hold_configuration(raw: bytes) -> bool:
    """Tell whether a scheduler configuration or legacy Policy may be in a file."""
    return any(mark in raw for mark in _BYTES)


def mentions_configuration(text: str) -> bool:
    """Tell whether a text names the group or the kind of scheduler configurations."""
    return GROUP in text or KIND in text

"""The parser that turns YAML text into PyYAML's events: libyaml, or PyYAML's own where that was installed without."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yaml.cyaml import CParser as EventParser  # type: ignore[attr-defined]  # the stubs lack it
else:
    try:
        from yaml.cyaml import CParser as EventParser
    except ImportError:
        from schedcfg.document.yaml_own_parser import OwnParser as EventParser

__all__ = ["EventParser"]

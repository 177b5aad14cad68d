"""The parser that turns YAML text into PyYAML's events: libyaml, or PyYAML's own where it was installed without.

Both yield the same events, and the same places of errors; libyaml is about 25 times as fast. It is missing where
nobody compiles it: in a browser, for example.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yaml.cyaml import CParser as EventParser  # type: ignore[attr-defined]  # the stubs lack it
else:
    try:
        from yaml.cyaml import CParser as EventParser
    except ImportError:
        from yaml.parser import Parser
        from yaml.reader import Reader
        from yaml.scanner import Scanner

        class EventParser(Reader, Scanner, Parser):
            """PyYAML's own parser, made as that of libyaml is."""

            def __init__(self, text: str) -> None:
                Reader.__init__(self, text)
                Scanner.__init__(self)
                Parser.__init__(self)


__all__ = ["EventParser"]

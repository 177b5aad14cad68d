"""Regular expressions that are compiled at their first use: a run needs few of those of the modules that it imports.

A group is repeated possessively as `(?>(?:…)*)`, not as `(?:…)*+`: Python before 3.11.5 matches the latter wrongly
(gh-106052).
"""

import re
from typing import TYPE_CHECKING, Any, AnyStr, Generic


class _LatePattern(Generic[AnyStr]):
    """A pattern that is compiled when one of its methods is looked up."""

    def __init__(self, text: AnyStr, flags: int = 0) -> None:
        self.pattern: AnyStr = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern, and keep its method: this is called once for each that is used."""
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:

    def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """Return a pattern for a module's constant."""
        raise NotImplementedError
else:
    pattern = _LatePattern

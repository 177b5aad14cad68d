"""TOML of people that nobody knows: read in bounded time, or refused with the reason."""

import tomllib

from schedcfg.errors import WrongSettings
from schedcfg.patterns import pattern

LARGEST = 256 * 1024
"""Bytes of a file of settings; usual ones have less than a hundredth of that."""

_MOST_PARTS = 50
"""Parts of a dotted key; reading one takes the square of their number."""

_STRING = pattern(r'"(?>(?:[^"\\\n]|\\[^\n])*)"?|\'[^\'\n]*+\'?')
_BLANKS_AROUND_DOT = pattern(r"(?<![ \t])[ \t]++(?=\.)|(?<=\.)[ \t]++")
_WORD = pattern(r"[\w-]++")
_LONG_KEY = "s." * _MOST_PARTS


def parse(text: str) -> dict[str, object]:
    """Return what TOML says.

    Raises:
        WrongSettings: if it is none, or has more than anyone would write.
    """
    if _LONG_KEY in _shape(text):
        raise WrongSettings(f"a key has more than {_MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WrongSettings(f"it is not TOML: {error}") from None
    except RecursionError:
        raise WrongSettings("its arrays or tables are nested too deeply") from None
    except ValueError:
        # Python converts no longer ones, since that takes the square of their length.
        raise WrongSettings("it has a number with too many digits") from None


def _shape(text: str) -> str:
    """Return a text with `s` in place of strings and of words, without blanks around dots."""
    return _WORD.sub("s", _BLANKS_AROUND_DOT.sub("", _STRING.sub("s", text)))

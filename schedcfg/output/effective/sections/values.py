"""Single values as YAML, short and safe to show."""

import json
import re

from schedcfg.document import scalars
from schedcfg.document.path import Path
from schedcfg.document.secret_names import is_secret
from schedcfg.effective.view import Setting
from schedcfg.output.secrets import masked
from schedcfg.output.terminal import printable

_PLAIN = re.compile(r"[\w./][\w./:@%+~=*-]*(?<!:)")
_HIDDEN = "********"


def value_of(setting: Setting) -> str:
    """Write the value of a setting; secrets are masked."""
    return shown(setting.value, setting.steps)


def written_of(setting: Setting) -> str | None:
    """Write what the user wrote in place of the value; None where that is the value itself."""
    return None if setting.written is None else shown(setting.written, setting.steps)


def shown(value: object, steps: Path = ()) -> str:
    """Write a value as YAML would have it in one line; what its path calls a secret is masked."""
    if value and is_secret(steps):
        return _HIDDEN
    if isinstance(value, list):
        return f"[{', '.join(shown(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{shown(key)}: {shown(item, (key,))}' for key, item in value.items())}}}"
    return _text(masked(value, 0)) if isinstance(value, str) else json.dumps(value)


def address(url: str) -> str:
    """Write an address without the login in it."""
    return printable(masked(url, 0))


def _text(text: str) -> str:
    if text and _PLAIN.fullmatch(text) and scalars.plain(text) == text:
        return text
    return printable(json.dumps(text, ensure_ascii=False))

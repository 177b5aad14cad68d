"""Workflow commands, read as the runner of GitHub Actions reads them (actions/runner, ActionCommand.cs)."""

from typing import NamedTuple

KNOWN = {"error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "stop-commands", "set-output"}


class Read(NamedTuple):
    name: str
    properties: dict[str, str]
    message: str


def read(line: str) -> Read | None:
    """Read a line of a log; None where it is no command."""
    line = line.lstrip()
    if not line.startswith("::") or "::" not in line[2:]:
        return None
    head, _, data = line[2:].partition("::")
    name, _, rest = head.partition(" ")
    if name not in KNOWN:
        return None
    properties = {}
    for pair in filter(None, rest.strip().split(",")):
        key, separator, value = pair.partition("=")
        if separator and value:
            properties[key] = unescaped(value, "\r\n:,%")
    return Read(name, properties, unescaped(data, "\r\n%"))


def unescaped(text: str, letters: str) -> str:
    for letter in letters:
        text = text.replace(f"%{ord(letter):02X}", letter)
    return text


def has_old_command(line: str) -> bool:
    """Tell whether a line holds a command of the old form, which is read anywhere in it."""
    at = line.find("##[")
    return at >= 0 and "]" in line[at:]

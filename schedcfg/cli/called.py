"""By which name the program was called: `schedcfg`, or by kubectl as its plugin `kubectl scheduler-config`.

kubectl runs `kubectl-scheduler_config` for `kubectl scheduler-config`, and `kubectl_complete-scheduler_config` to
complete its words. Upstream: k8s.io/kubectl, pkg/cmd/plugin.go and pkg/cmd/plugin/plugin_completion.go. One program has
all names, so that a link to it is enough where only one file is installed, as krew does.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator

from schedcfg.cli.command_names import command_names

NAME = "schedcfg"

_PLUGIN = "kubectl scheduler-config"
_PLUGIN_FILE, _COMPLETION_FILE = "kubectl-scheduler_config", "kubectl_complete-scheduler_config"

_EXCERPT = r"\s*(?:\x1b\[\d+m)?\d*(?:\x1b\[0?m)? (?:\x1b\[\d+m)?\|"
"""How a line of the user's file begins in a report."""


def program() -> str:
    """Return the name that users type."""
    return _PLUGIN if _file() == _PLUGIN_FILE else NAME


def completes() -> bool:
    """Return whether kubectl wants to know which words may follow."""
    return _file() == _COMPLETION_FILE


def _file() -> str:
    return os.path.basename(sys.argv[0]) if sys.argv else ""


def as_called(text: str) -> str:
    """Return a text in which our commands have the name that the user typed, who may have no other.

    Args:
        text: Made by us, without lines of the user's.
    """
    name = program()
    return text if name == NAME else re.sub(_command(), name, text, flags=re.MULTILINE)


def _command() -> str:
    """Return what finds a command in a text, and the name in front of an error."""
    names = "|".join(command_names())
    return rf"(?<![\w./-])schedcfg(?= (?:COMMAND|--[a-z]|(?:{names})(?![\w-])))|^schedcfg(?=: )"


def report_as_called(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the pieces of a report so, but for lines of the user's file.

    Args:
        pieces: Each of whole lines.
    """
    for piece in pieces:
        lines = piece.splitlines(keepends=True)
        yield "".join(line if re.match(_EXCERPT, line) else as_called(line) for line in lines)

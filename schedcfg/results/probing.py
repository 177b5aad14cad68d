"""What every probe reports."""

from typing import NamedTuple

from schedcfg.diagnostics import Severity


class ProbeFinding(NamedTuple):
    """Something that asking the real server showed, which no check of the file can.

    Attributes:
        id: Words joined by dashes; `docs/probe.md` has a line for each.
        severity: An error fails the run: the scheduler would meet it too. A warning is worth a look.
        message: What is wrong.
        help: What to do; None where the message already says it.
        upstream: How the plugin or kube-scheduler words it in its log or event; empty where it says nothing.
        nodes: Which nodes it is about; empty: all, or none in particular.
    """

    id: str
    severity: Severity
    message: str
    help: str | None = None
    upstream: str = ""
    nodes: tuple[str, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether it fails the run."""
        return self.severity is Severity.ERROR

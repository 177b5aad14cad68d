"""Why the plugin would fail, or mislead, and what to do about it."""

from schedcfg.probe.network_traffic.reasons.reaching import summaries
from schedcfg.probe.network_traffic.reasons.reason import Reason

__all__ = ["Reason", "known"]


def known() -> dict[str, str]:
    """List every id that a finding can have, with a line on each: for documentation."""
    return {**{reason.id: reason.summary for reason in Reason}, **summaries()}

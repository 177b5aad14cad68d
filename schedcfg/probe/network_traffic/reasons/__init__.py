"""Why the plugin would fail, or mislead, and what to do about it."""

from schedcfg.probe.finding_kind import FindingKind
from schedcfg.probe.network_traffic.reasons.reaching import REMEDIES
from schedcfg.probe.network_traffic.reasons.reason import Reason

__all__ = ["KINDS", "Reason"]

KINDS: tuple[FindingKind, ...] = (*Reason, *REMEDIES)
"""All that can be found."""

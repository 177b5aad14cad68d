"""Why the plugin would fail, or mislead, and what to do about it: `reason` lists what can be found.

- Before any answer: `settings`, `reaching`.
- An answer without a result: `answering`, `recognising` what it is that answers; `failing` sums up for all nodes.
- A result without a sample: `finding_nothing`, `missing`, `labelling` (`carrier` finds where names are).
- Samples: `several`, `numbers`, `counting`, `remarks`.
- `log` is how the plugin and kube-scheduler log it.
"""

from schedcfg.probe.finding_kind import FindingKind
from schedcfg.probe.network_traffic.reasons.reaching import REMEDIES
from schedcfg.probe.network_traffic.reasons.reason import Reason

__all__ = ["KINDS", "Reason"]

KINDS: tuple[FindingKind, ...] = (*Reason, *REMEDIES)
"""All that can be found."""

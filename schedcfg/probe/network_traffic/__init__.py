"""What NetworkTraffic would meet, and make of it: its questions asked, its arithmetic done, its failures explained.

- `examination` goes the way: `known_nodes`, each asked about (`asking`, `queries`), answers valued (`valuing`).
- `arithmetic` is the plugin's.
- `inventory`, `scraping` and `rating` ask what the plugin does not, to explain what it meets.
- `reasons` has the explanations.
"""

from schedcfg.probe.network_traffic.examination import Examination, examine
from schedcfg.probe.network_traffic.reasons import KINDS, Reason

__all__ = ["KINDS", "Examination", "Reason", "examine"]

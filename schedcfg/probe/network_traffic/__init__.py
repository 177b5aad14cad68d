"""What NetworkTraffic would meet, and make of it: its questions asked, its arithmetic done, its failures explained.

- `look` goes the way: nodes by `names`, each asked about (`asking`, `queries`), their answers valued (`valuing`).
- `arithmetic` is the plugin's.
- `landscape`, `scraping` and `rating` ask what the plugin does not, to explain what it meets.
- `reasons` has the explanations.
"""

from schedcfg.probe.network_traffic.look import Look, look
from schedcfg.probe.network_traffic.reasons import KINDS, Reason

__all__ = ["KINDS", "Look", "Reason", "look"]

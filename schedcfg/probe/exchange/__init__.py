"""HTTP within bounds of time and memory, and every way in which it fails told apart.

- `client` goes the way from a `message.Request` to an `Answer`, or a `failure`.
- There: `address`, `dialing`, `tls` (as `trust` wants it; `tls_failures` tells what goes wrong), `question`.
- Back: `head`, `body`, `unpacking`, `redirects`.
- All along: `stream` moves bytes, `deadline` bounds every wait, `quoting` makes harmless what a server says.
"""

from schedcfg.probe.exchange.client import exchange
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.message import Answer, Limits, Request
from schedcfg.probe.exchange.trust import SYSTEM, Trust, check

__all__ = ["SYSTEM", "Answer", "ExchangeFailed", "FailureKind", "Limits", "Request", "Trust", "check", "exchange"]

"""HTTP within bounds of time and memory, and every way in which it fails told apart."""

from schedcfg.probe.exchange.client import exchange
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.message import Answer, Limits, Request
from schedcfg.probe.exchange.trust import SYSTEM, Trust, check

__all__ = ["SYSTEM", "Answer", "ExchangeFailed", "FailureKind", "Limits", "Request", "Trust", "check", "exchange"]

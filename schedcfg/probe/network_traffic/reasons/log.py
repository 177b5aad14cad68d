"""How the plugin and kube-scheduler 1.19, for which both programs are made, word what they meet in the log."""

from collections.abc import Sequence

from schedcfg.probe.network_traffic.reasons.quoting import listed
from schedcfg.results.traffic import Variant

_NAMES = {Variant.FORK: "[NetworkTraffic]", Variant.OWN: "[NetworkTraffic Plugin]"}


def _score(text: str) -> str:
    """Upstream: `RunScorePlugins` in `framework/runtime/framework.go` of 1.19; it stops at the first error."""
    return f'error while running score plugin for pod "…": error getting node bandwidth measure: {text}'


def querying(variant: Variant, error: str) -> str:
    """Word a question that failed; empty where it is not known how Go words the error."""
    return _score(f"{_NAMES[variant]} Error querying prometheus: {error}") if error else ""


def count(variant: Variant, samples: int) -> str:
    """Word an answer that has not exactly one sample."""
    return _score(f"{_NAMES[variant]} Invalid response, expected 1 value, got {samples}")


def client(variant: Variant, error: str) -> str:
    """Word an address that Go does not take; the scheduler ends at it."""
    word = "Error" if variant is Variant.FORK else "FatalError"
    return f"{_NAMES[variant]} {word} creating prometheus client: {error}"


def warnings(variant: Variant, said_besides: Sequence[str]) -> str:
    """Word what Prometheus remarks besides."""
    return f"{_NAMES[variant]} Warnings: [{listed(said_besides)}]"

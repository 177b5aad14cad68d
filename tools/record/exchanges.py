"""What kube-scheduler and a real API server said to each other in a world, without what the next run says otherwise."""

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tools.record.recording_proxy import Exchange

_UID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_ADDRESS = re.compile(r"127\.0\.0\.1:\d+")
_EACH_TIME_ANOTHER = frozenset(
    {"uid", "resourceVersion", "managedFields", "generation", "observedGeneration", "selfLink", "creationTimestamp"}
)
_OF_A_RUN = frozenset({"resourceVersion", "timeoutSeconds", "timeout", "resourceVersionMatch"})
_INITIAL_EVENTS_END = "k8s.io/initial-events-end"


def comparable(value: Any) -> Any:
    """Return JSON without versions, times, and names that are made from random numbers."""
    if isinstance(value, dict):
        return {key: comparable(inner) for key, inner in value.items() if key not in _EACH_TIME_ANOTHER}
    if isinstance(value, list):
        return [comparable(inner) for inner in value]
    if isinstance(value, str):
        return _ADDRESS.sub("ADDRESS", _TIME.sub("TIME", _UID.sub("UID", value)))
    return value


def comparable_url(url: str) -> str:
    """Return a path and a query without what depends on the run."""
    path, _, query = url.partition("?")
    kept = sorted(pair for pair in parse_qsl(query) if pair[0] not in _OF_A_RUN)
    return f"{path}?{urlencode(kept)}" if kept else path


def rows(exchanges: Iterable[Exchange]) -> Iterator[dict[str, Any]]:
    """Yield exchanges as they are recorded, in their order; Events that the scheduler writes are left out."""
    for exchange in exchanges:
        path = exchange.url.partition("?")[0]
        if path.endswith("/events") or not exchange.status:  # it was ended before it was answered
            continue
        row: dict[str, Any] = {"at": exchange.time, "method": exchange.method, "url": comparable_url(exchange.url)}
        row |= {"type": exchange.content_type} if exchange.body is not None else {}
        row |= {"body": comparable(exchange.body)} if exchange.body is not None else {}
        row["status"] = exchange.status
        if exchange.method == "WATCH":
            row["events"] = [[time, comparable(event)] for time, event in exchange.events if is_told(event)]
        else:
            row["response"] = comparable(exchange.response)
        yield row


def is_told(event: dict[str, Any]) -> bool:
    """Return whether an event says something: all do but the bookmarks that only move on."""
    annotations = event["object"].get("metadata", {}).get("annotations") or {}
    return event["type"] != "BOOKMARK" or _INITIAL_EVENTS_END in annotations

"""HTTP extenders, completed."""

import base64
from typing import Any

from schedcfg.configuration.effective.model import Extender, ManagedResource
from schedcfg.document.golang import duration
from schedcfg.document.golang.encoding import decode_base64

_BYTES = frozenset({"certData", "keyData", "caData"})


def complete(written: Any) -> tuple[Extender, ...]:
    """Complete the extenders of a configuration or a legacy Policy."""
    return tuple(_extender(entry) for entry in written or ())


def ignored_resources(completed: tuple[Extender, ...]) -> list[str]:
    """List the resources that extenders hide from the scheduler (`ignoredByScheduler`)."""
    return [
        resource.name
        for extender in completed
        for resource in extender.managed_resources
        if resource.ignored_by_scheduler
    ]


def ignore_resources(completed: tuple[Extender, ...]) -> bool:
    """Return whether any extender takes a resource out of the scheduler's own sight."""
    return bool(ignored_resources(completed))


def _extender(entry: Any) -> Extender:
    def text(attribute: str) -> str:
        return (entry and getattr(entry, attribute)) or ""

    def flag(attribute: str) -> bool:
        return bool(entry and getattr(entry, attribute))

    return Extender(
        url_prefix=text("url_prefix"),
        filter_verb=text("filter_verb"),
        preempt_verb=text("preempt_verb"),
        prioritize_verb=text("prioritize_verb"),
        bind_verb=text("bind_verb"),
        weight=(entry and entry.weight) or 0,
        enable_https=flag("enable_https"),
        tls=_tls(entry.tls_config if entry else None),
        http_timeout=_timeout(entry.http_timeout if entry else None),
        node_cache_capable=flag("node_cache_capable"),
        managed_resources=tuple(
            ManagedResource((item and item.name) or "", bool(item and item.ignored_by_scheduler))
            for item in (entry.managed_resources if entry else None) or ()
        ),
        ignorable=flag("ignorable"),
        legacy_timeout=entry.http_timeout if entry and isinstance(entry.http_timeout, int) else 0,
        has_ignorable=bool(entry and entry.ignorable is not None),
    )


def _timeout(written: str | int | None) -> int:
    """Read a timeout: the legacy extenders give nanoseconds, later ones a duration; nothing is 5 s."""
    if isinstance(written, str):
        written = duration.parse(written)
    return written or duration.parse("5s")


def _tls(written: Any) -> dict[str, object] | None:
    """Complete TLS settings: bytes are encoded again, which drops line breaks, and bits that represent no byte."""
    if written is None:
        return None
    settings: dict[str, object] = written.model_dump(by_alias=True, exclude_none=True)
    return {name: _encoded(str(value)) if name in _BYTES else value for name, value in settings.items()}


def _encoded(text: str) -> str:
    return base64.b64encode(decode_base64(text)).decode("ascii")

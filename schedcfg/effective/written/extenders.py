"""Extenders as they are written: empty fields are left out (Go: `omitempty`)."""

from schedcfg.effective.model import Extender
from schedcfg.golang import duration


def extender(one: Extender) -> dict[str, object]:
    """Write an extender of v1beta1 or later; its timeout is a duration."""
    return {**_common(one, "enableHTTPS"), "httpTimeout": duration.render(one.http_timeout)}


def legacy_extender(one: Extender) -> dict[str, object]:
    """Write an extender of v1alpha2; its timeout is a number of nanoseconds, left out where none was given."""
    body = _common(one, "enableHttps")
    if one.legacy_timeout:
        body["httpTimeout"] = one.legacy_timeout
    return body


def _common(one: Extender, enable_https: str) -> dict[str, object]:
    body: dict[str, object] = {
        "filterVerb": one.filter_verb,
        "preemptVerb": one.preempt_verb,
        "prioritizeVerb": one.prioritize_verb,
        "weight": one.weight,
        "bindVerb": one.bind_verb,
        enable_https: one.enable_https,
        "nodeCacheCapable": one.node_cache_capable,
        "ignorable": one.ignorable,
        "managedResources": [
            {"name": resource.name, **({"ignoredByScheduler": True} if resource.ignored_by_scheduler else {})}
            for resource in one.managed_resources
        ],
    }
    kept = {"urlPrefix": one.url_prefix, **{name: value for name, value in body.items() if value}}
    if one.tls is not None:
        kept["tlsConfig"] = {name: value for name, value in one.tls.items() if value}
    return kept

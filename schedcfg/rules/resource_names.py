"""Names of extended resources, as Kubernetes checks them."""

import re

_NAME = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]\Z")
_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\Z")
_LONGEST_NAME = 63
_LONGEST_PREFIX = 253


def objection(name: str) -> str | None:
    """Say why a name is no extended resource's name; None where it is one.

    Upstream: `IsQualifiedName` of apimachinery and `IsExtendedResourceName` of the core helpers.
    """
    prefix, slash, rest = name.partition("/")
    if not slash:
        prefix, rest = "", name
    if "/" in rest:
        return "it may have one slash"
    if slash and not (prefix and len(prefix) <= _LONGEST_PREFIX and _SUBDOMAIN.match(prefix)):
        return "what stands before the slash must be a DNS name in lower case"
    if not rest or len(rest) > _LONGEST_NAME or not _NAME.match(rest):
        return (
            "it must be letters, digits, `-`, `_` and `.`, at most 63 of them, and begin and end with a letter or digit"
        )
    if not slash or "kubernetes.io/" in name:
        return "it needs a domain of its own (`example.com/name`); names of Kubernetes itself are not taken"
    if name.startswith("requests."):
        return "it must not begin with `requests.`, which quotas use"
    if len("requests." + prefix) > _LONGEST_PREFIX:
        return "its domain is too long for a quota on it"
    return None

"""Names of extended resources, as Kubernetes checks them."""

from schedcfg.plugins.label_syntax import key_objection

_LONGEST_DOMAIN = 253
_QUOTA = "requests."


def objection(name: str) -> str | None:
    """Say why a name is no extended resource's name; None where it is one.

    Upstream: `IsQualifiedName` of apimachinery and `IsExtendedResourceName` of the core helpers.
    """
    reason = key_objection(name)
    if reason is not None:
        return reason
    domain, slash, _ = name.partition("/")
    if not slash or "kubernetes.io/" in name:
        return "it needs a domain of its own (`example.com/name`); names of Kubernetes itself are not taken"
    if name.startswith(_QUOTA):
        return f"it must not begin with `{_QUOTA}`, which quotas use"
    if len(_QUOTA + domain) > _LONGEST_DOMAIN:
        return "its domain is too long for a quota on it"
    return None

"""The syntax of names: DNS names, label keys, label values and resource names."""

from schedcfg.patterns import pattern

_NAME = pattern(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_DNS_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_DNS_NAME = pattern(rf"{_DNS_LABEL}(\.{_DNS_LABEL})*")
_LONGEST_NAME = 63
_LONGEST_DNS_NAME = 253

_LETTERS = "at most 63 letters, digits, `-`, `_` and `.`, and begin and end with a letter or digit"


def is_dns_label(text: str) -> bool:
    """Return whether a text may name an object wherever Kubernetes wants a name: one part of a DNS name.

    Upstream: `IsDNS1123Label` in `apimachinery/pkg/util/validation`.
    """
    return "." not in text and len(text) <= _LONGEST_NAME and is_dns_name(text)


def is_dns_name(text: str) -> bool:
    """Return whether a text is a DNS name in lower case, as most objects have it.

    Upstream: `IsDNS1123Subdomain` in `apimachinery/pkg/util/validation`.
    """
    return len(text) <= _LONGEST_DNS_NAME and _DNS_NAME.fullmatch(text) is not None


def key_objection(text: str) -> str | None:
    """Return what a label key or resource name must be; None where the text is one.

    Upstream: `IsQualifiedName` in `apimachinery/pkg/util/validation`.
    """
    prefix, slash, name = text.rpartition("/")
    if "/" in prefix:
        return "it must contain at most one slash"
    if slash and not is_dns_name(prefix):
        return "the part before the slash must be a DNS name in lower case, such as `example.com`"
    if len(name) > _LONGEST_NAME or _NAME.fullmatch(name) is None:
        return f"{'the part after the slash ' if slash else 'it '}must be {_LETTERS}"
    return None


def value_objection(text: str) -> str | None:
    """Return what a label value must be; None where the text is one (an empty one is).

    Upstream: `IsValidLabelValue` in `apimachinery/pkg/util/validation`.
    """
    if text and (len(text) > _LONGEST_NAME or _NAME.fullmatch(text) is None):
        return f"the value of a label must be {_LETTERS}, or be empty"
    return None

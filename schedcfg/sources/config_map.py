"""The texts in a ConfigMap, and which of them are configurations."""

import re
from collections.abc import Iterator

from schedcfg.decode import is_policy as is_policy_data
from schedcfg.decode import read_type_meta
from schedcfg.document import Stream
from schedcfg.sources.marks import mentions_configuration

_POLICY = re.compile(r"""["']?kind["']?\s*:\s*["']?Policy\b""")


def values(data: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield key and text of what may be a configuration or a Policy, without parsing it."""
    written = data.get("data")
    if isinstance(written, dict):
        for key, value in written.items():
            if isinstance(value, str) and (mentions_configuration(value) or _POLICY.search(value)):
                yield key, value


def is_policy(stream: Stream, value: str) -> bool | None:
    """Tell whether a value is a Policy rather than a configuration; None if it is neither.

    kube-scheduler reads the first document, so that this one counts. One that cannot be read, or does not say what it
    is, is taken for what its text mentions.
    """
    mentioned = not mentions_configuration(value)
    if not stream.documents:
        return mentioned
    data = stream.documents[0].data
    if is_policy_data(data):
        return True
    meta = read_type_meta(data)
    if meta.is_configuration:
        return False
    unsaid = isinstance(data, dict) and not meta.kind and not meta.api_version
    return mentioned if unsaid else None

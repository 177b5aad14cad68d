"""The texts in a ConfigMap, and which of them are configurations."""

from collections.abc import Iterator

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.document import Stream
from schedcfg.sources.marks import mentions_configuration, mentions_policy, says_policy


def values(data: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield key and text of what may be a configuration or a Policy, without parsing it."""
    written = data.get("data")
    if isinstance(written, dict):
        for key, value in written.items():
            if isinstance(value, str) and (mentions_configuration(value) or mentions_policy(value)):
                yield key, value


def holds_policy(stream: Stream, value: str) -> bool | None:
    """Tell whether a value is a Policy rather than a configuration; None if it is neither.

    kube-scheduler reads the first document, so that this one counts. One that cannot be read is taken for what it
    mentions; one that does not say what it is for a configuration, if it mentions one.
    """
    mentioned = False if mentions_configuration(value) else None
    if not stream.documents:
        return True if mentioned is None and says_policy(value) else mentioned
    data = stream.documents[0].data
    if is_policy(data):
        return True
    meta = read_type_meta(data)
    if meta.is_configuration:
        return False
    unsaid = isinstance(data, dict) and not meta.kind and not meta.api_version
    return mentioned if unsaid else None

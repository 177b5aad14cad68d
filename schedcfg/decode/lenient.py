"""Old decoders: unknown fields are passed over, and keys match in any case.

That is how 1.18 reads plugin Args, and how the legacy extenders and 1.18's fallback for v1alpha1 are read
(Go's plain `encoding/json`).
"""

from typing import Any

from schedcfg.decode import fields
from schedcfg.models.base import Shape


def known_only(data: object, shape: type[Shape]) -> object:
    """Copy data with each key spelled as the shape spells it, without the keys that it does not know."""
    if isinstance(data, list):
        return [known_only(item, shape) for item in data]
    if not isinstance(data, dict):
        return data
    known = {name.lower(): name for name in fields.names(shape)}
    result: dict[str, object] = {}
    for key, value in data.items():
        name = key if key in known.values() else known.get(str(key).lower())
        if name is None:
            continue
        inner = fields.shape_at(shape, (name,))
        result[name] = value if inner is None else known_only(value, inner)
    return result


def legacy_extenders(data: Any, shape: type[Shape]) -> Any:
    """Apply `known_only` to the extenders of a document, where its shape has them read leniently."""
    extender = fields.shape_at(shape, ("extenders",))
    if extender is None or not extender.lenient or not isinstance(data.get("extenders"), list):
        return data
    return {**data, "extenders": known_only(data["extenders"], extender)}

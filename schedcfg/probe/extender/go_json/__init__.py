"""JSON as Go's `encoding/json` decodes it into types: what an extender's answer becomes in kube-scheduler."""

from schedcfg.probe.extender.go_json.decoding import Decoded, decode
from schedcfg.probe.extender.go_json.shapes import Pointer, Quantity, Raw, Scalar, Shape, Slice, Struct, Table, Time

__all__ = [
    "Decoded",
    "Pointer",
    "Quantity",
    "Raw",
    "Scalar",
    "Shape",
    "Slice",
    "Struct",
    "Table",
    "Time",
    "decode",
]

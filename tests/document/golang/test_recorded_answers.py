"""What Go's standard library answered: `recorded/answers.ndjson`, made with `recorded/ask.go` and Go 1.26.

Addresses are left out that only this Go refuses, and not those that kube-scheduler is built with.
"""

import json
import math
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.document.golang import duration, json_scanner, net, numbers, text
from schedcfg.document.golang import text as encoding

RECORDED = Path(__file__).parent / "recorded" / "answers.ndjson"


def or_error(read: Callable[[str], Any]) -> Callable[[str], Any]:
    def asked(written: str) -> Any:
        try:
            return read(written)
        except ValueError as error:
            return str(error)

    return asked


def bits(written: str) -> str:
    number = numbers.parse_float(written)
    if math.isnan(number):
        return "7ff8000000000001"  # which of the many Go takes
    return f"{struct.unpack('Q', struct.pack('d', number))[0]:016x}"


def read_duration(written: str) -> list[str]:
    nanoseconds = duration.parse(written)
    return [str(nanoseconds), duration.render(nanoseconds)]


def is_json(written: str) -> bool:
    try:
        return bool(list(json_scanner.tokens(written)))
    except json_scanner.JsonSyntaxError:
        return False


ANSWERS: dict[str, Callable[[str], Any]] = {
    "quote": text.quoted,
    "bool": numbers.parse_bool,
    "int": lambda written: None if (number := numbers.parse_int(written)) is None else str(number),
    "float": or_error(bits),
    "format-float32": lambda written: numbers.format_float32(float(written)),
    "json-float32": lambda written: numbers.json_float32(float(written)),
    "json-float64": lambda written: numbers.json_float64(float(written)),
    "duration": or_error(read_duration),
    "base64": or_error(lambda written: encoding.decode_base64(written).hex()),
    "host-port": lambda written: None if (parts := net.split_host_port(written)) is None else list(parts),
    "ip": net.is_ip,
    "url": lambda written: net.url_objection(written) is None,
    "whole-json": is_json,
}


def expected(record: dict[str, Any]) -> Any:
    """Return the answer as it can be compared: where only our own reason is known, whether there is one."""
    op, error = record["op"], record.get("error")
    if op in {"url", "whole-json"}:
        return error is None
    if op in {"float", "duration"}:
        return error or record.get("answer")
    return record.get("answer")


@pytest.mark.parametrize("op", sorted(ANSWERS))
def test_answers_as_go_does(op: str) -> None:
    records = [record for record in map(json.loads, RECORDED.read_text().splitlines()) if record["op"] == op]
    assert len(records) >= 20
    for record in records:
        written = bytes.fromhex(record["text"]).decode()
        found = ANSWERS[op](written)
        if op == "base64" and "error" in record:
            assert found.startswith("illegal base64 data"), written
            continue
        assert found == expected(record), written


def test_every_operation_is_compared() -> None:
    assert {json.loads(line)["op"] for line in RECORDED.read_text().splitlines()} == set(ANSWERS)

"""What Terraform says is sensitive is hidden, whatever it is called, and wherever the file repeats it."""

import json
from typing import Any

import pytest

from schedcfg.document.secrets import Secrets

OUTPUT = {"planned_values": {"outputs": {"address": {"sensitive": True, "value": "tiger42"}}}}
VARIABLE = {
    "variables": {"region": {"value": "tiger42"}, "other": {"value": "shown1"}},
    "configuration": {"root_module": {"variables": {"region": {"sensitive": True}, "other": {}}}},
}
RESOURCE = {"values": {"a": ["x1", "tiger42"], "b": {"c": "shown1"}}, "sensitive_values": {"a": [False, True], "b": {}}}
WHOLE = {"values": {"a": [{"b": "tiger42"}]}, "sensitive_values": {"a": True}}
CHANGE = {"change": {"before": {"a": "old"}, "after": {"a": "tiger42"}, "after_sensitive": {"a": True}}}


@pytest.mark.parametrize("data", [OUTPUT, VARIABLE, RESOURCE, WHOLE, CHANGE])
@pytest.mark.parametrize("indent", [None, 1])
def test_what_is_marked_is_hidden(data: dict[str, Any], indent: int | None) -> None:
    secrets = Secrets(json.dumps({**data, "again": ["tiger42"]}, indent=indent))
    assert "tiger42" not in secrets.masked
    assert "tiger42" not in secrets.hide("the entry `tiger42` is not known")
    assert ("shown1" in secrets.masked) == ("shown1" in json.dumps(data))


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ('ti"ger\\42', "ger"),
        ("tiger\n42", "42"),
        ("<tiger>&", "tiger"),
        ("é tiger", "tiger"),
        (424242, "42"),
        (-1.5e9, "15"),
    ],
)
def test_values_of_all_forms(value: object, part: str) -> None:
    written = json.dumps({"outputs": {"a": {"sensitive": True, "value": value}}})
    written = written.replace("<", "\\u003c").replace("&", "\\u0026")  # As Go writes them
    assert part in written
    assert part not in Secrets(written).masked


@pytest.mark.parametrize(
    "text",
    [
        "sensitive: true\nvalue: tiger42\n",
        '{"sensitive": true, "value": "tiger42"',
        '{"sensitive": false, "value": "tiger42"}',
        '{"sensitive": true, "value": [null, true, ""], "a": "tiger42"}',
        '{"values": {"a": "tiger42"}, "sensitive_values": {"a": [], "b": true}}',
        '{"values": ["tiger42"], "sensitive_values": {"a": true}}',
        '{"configuration": {"root_module": {"variables": [5]}}, "variables": 5, "a": ["sensitive", "tiger42"]}',
        "[" * 5000,
        '{"sensitive":' * 5000,
    ],
)
def test_other_texts_stay(text: str) -> None:
    assert Secrets(text).masked == text

"""Keys of an extender's answer that miss a field of the API."""

import pytest

from schedcfg.commands.probe.extender import wire


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("nodeNamesList", "NodeNames"),
        ("failed_nodes", "FailedNodes"),
        ("filteredNodes", "Nodes"),
        ("err", None),
        ("errorMessage", "Error"),
        ("NodeName", "NodeNames"),
        ("apiVersion", None),
    ],
)
def test_keys_that_miss_a_field(key: str, meant: str | None) -> None:
    assert wire.likely_meant(wire.FILTER_RESULT, key) == meant

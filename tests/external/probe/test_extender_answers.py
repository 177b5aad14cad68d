"""Keys of an extender's answer that miss a field of the API."""

import pytest

from schedcfg.external.probe.extender import response_types


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
    assert response_types.likely_meant(response_types.FILTER_RESULT, key) == meant

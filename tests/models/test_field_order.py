"""Configurations as data get their keys in the order in which their API version declares them."""

import json
from typing import Any

import pytest

import schedcfg
from schedcfg.models.described import in_api_order

VERSIONS = ("v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1")


def backwards(data: Any) -> Any:
    """Turn the order of all keys around."""
    if isinstance(data, dict):
        return {key: backwards(value) for key, value in reversed(data.items())}
    return [backwards(item) for item in data] if isinstance(data, list) else data


CONFIGURATION = {
    "apiVersion": "kubescheduler.config.k8s.io/v1",
    "kind": "KubeSchedulerConfiguration",
    "leaderElection": {"leaderElect": True, "resourceName": "a"},
    "clientConnection": {"kubeconfig": "/k", "qps": 1},
    "profiles": [
        {
            "schedulerName": "a",
            "plugins": {
                "filter": {"enabled": [{"name": "A", "weight": 1}], "disabled": [{"name": "*"}]},
                "score": {},
                "multiPoint": {},
            },
            "pluginConfig": [{"name": "A", "args": {"apiVersion": "v", "kind": "k", "z": 1, "b": {"y": 1, "a": 2}}}],
        }
    ],
    "extenders": [{"urlPrefix": "http://a", "filterVerb": "f", "weight": 1, "httpTimeout": "1s"}],
    "unheard-of": 1,
}


def test_what_is_declared_comes_as_declared_and_the_rest_as_it_came() -> None:
    turned = backwards(CONFIGURATION)
    args = {"apiVersion": "v", "kind": "k", "b": {"a": 2, "y": 1}, "z": 1}
    expected = json.loads(json.dumps(CONFIGURATION))
    expected["profiles"][0]["pluginConfig"][0]["args"] = args
    assert json.dumps(in_api_order(turned, "v1")) == json.dumps(expected)


@pytest.mark.parametrize("version", VERSIONS)
def test_nothing_is_lost(version: str) -> None:
    assert in_api_order(CONFIGURATION, version) == CONFIGURATION
    assert list(in_api_order(backwards(CONFIGURATION), version))[:2] == ["apiVersion", "kind"]


@pytest.mark.parametrize("version", VERSIONS)
def test_what_a_release_writes_is_the_same_data(version: str) -> None:
    text = f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"
    (document,) = schedcfg.effective_configuration(text).documents
    assert document.view is not None
    configuration = document.view.configuration
    ordered = in_api_order(configuration, str(configuration["apiVersion"]).rpartition("/")[2])
    assert ordered == configuration
    assert list(ordered)[-1] in {"profiles", "extenders"}

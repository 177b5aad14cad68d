"""Profiles share one queue: what validation compares, and what the frameworks compare after it."""

import json
from typing import Any

import pytest

from schedcfg import IN_TREE_ONLY, Role, validate
from schedcfg.validation.options import Options

NAMED = {"queueSort": {"enabled": [{"name": "PrioritySort"}], "disabled": [{"name": "*"}]}}
ONE, TWO = {"a": 1}, {"a": 2}


def refused(*profiles: dict[str, Any], release: str = "1.29", version: str = "v1") -> list[str]:
    named = [{"schedulerName": f"s{index}", **profile} for index, profile in enumerate(profiles)]
    head = {"apiVersion": f"kubescheduler.config.k8s.io/{version}", "kind": "KubeSchedulerConfiguration"}
    report = validate(
        json.dumps({**head, "profiles": named}), release, options=Options(registry=IN_TREE_ONLY, role=Role.CONFIG)
    )
    return [finding.path for finding in report.documents[0].findings if finding.rule == "common-queue-sort"]


def config(name: str, args: object, plugins: object = None) -> dict[str, Any]:
    return {"plugins": plugins or {}, "pluginConfig": [{"name": name, "args": args}]}


def test_validation_compares_args_of_the_plugin_that_queue_sort_names() -> None:
    first, second = config("PrioritySort", ONE, NAMED), config("PrioritySort", TWO, NAMED)
    assert refused(first, second) == ["profiles[1].pluginConfig.args"]
    assert refused(first, first) == []


def test_the_framework_compares_args_of_the_plugin_that_sorts() -> None:
    assert refused(config("PrioritySort", ONE), config("PrioritySort", TWO)) == ["profiles[1].pluginConfig[0].args"]
    assert refused(config("PrioritySort", ONE), {}) == ["profiles[1].pluginConfig"]


@pytest.mark.parametrize(("release", "expected"), [("1.24", ["profiles[1].pluginConfig.args"]), ("1.21", [])])
def test_where_queue_sort_names_no_plugin_validation_takes_the_empty_name(release: str, expected: list[str]) -> None:
    version = "v1beta3" if release == "1.24" else "v1beta1"
    assert refused({}, config("", ONE), release=release, version=version) == expected
    assert refused(config("", ONE), {}, release=release, version=version) == []
    assert refused({}, config("", None), release=release, version=version) == []


@pytest.mark.parametrize("written", [{"enabled": []}, {"disabled": []}, {"enabled": [], "disabled": []}])
@pytest.mark.parametrize(
    ("release", "version", "expected"),
    [
        ("1.18", "v1alpha2", ["profiles[1].plugins.queueSort"]),
        ("1.21", "v1beta1", ["profiles[1].plugins.queueSort"]),
        ("1.22", "v1beta1", []),
        ("1.29", "v1", []),
    ],
)
def test_up_to_1_21_an_empty_list_is_not_one_left_out(
    written: dict[str, Any], release: str, version: str, expected: list[str]
) -> None:
    profiles = [{"plugins": {"queueSort": queue_sort}} for queue_sort in ({}, written)]
    assert refused(*profiles, release=release, version=version) == expected
    assert refused(profiles[1], profiles[1], release=release, version=version) == []

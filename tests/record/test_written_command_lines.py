"""Command lines that people wrote: each has a source, is another one, and names only files that a recording has."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.paths import TESTS

WRITTEN = TESTS / "conformance" / "written_command_lines.ndjson"
FILES = frozenset(
    {
        "/files",
        "/files/ca.crt",
        "/files/config.yaml",
        "/files/kubeconfig",
        "/files/policy.json",
        "/files/scheduler.log",
        "/files/tls.crt",
        "/files/tls.key",
        "/files/written.yaml",
    }
)
FLAGS_OF_FILES = frozenset(
    {
        "authentication-kubeconfig",
        "authorization-kubeconfig",
        "cert-dir",
        "client-ca-file",
        "config",
        "kubeconfig",
        "log-dir",
        "log-file",
        "policy-config-file",
        "requestheader-client-ca-file",
        "tls-cert-file",
        "tls-private-key-file",
        "write-config-to",
    }
)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in WRITTEN.read_text().splitlines()]


def files_named(args: list[str]) -> Iterator[str]:
    """Yield the value of each flag that names a file, written behind `=` or as the next word."""
    for word, after in zip(args, [*args[1:], ""], strict=True):
        name, equals, value = word.lstrip("-").partition("=")
        if word.startswith("-") and name.replace("_", "-") in FLAGS_OF_FILES:
            yield value if equals else after


def test_lines_are_many_and_in_the_order_of_their_ids(rows: list[dict[str, Any]]) -> None:
    ids = [row["id"] for row in rows]
    assert len(ids) >= 300
    assert ids == sorted(set(ids))


def test_each_line_has_a_source(rows: list[dict[str, Any]]) -> None:
    assert [row["id"] for row in rows if not ("https://" in row["from"] or ": " in row["from"])] == []


def test_no_line_is_another_in_a_different_order(rows: list[dict[str, Any]]) -> None:
    sets = [tuple(sorted(row["args"])) for row in rows]
    assert len(sets) == len(set(sets))


def test_lines_name_only_files_that_a_recording_has(rows: list[dict[str, Any]]) -> None:
    elsewhere = {row["id"]: set(files_named(row["args"])) - FILES - {""} for row in rows}
    assert {row: names for row, names in elsewhere.items() if names} == {}


def test_a_line_has_a_configuration_exactly_where_it_names_one(rows: list[dict[str, Any]]) -> None:
    naming = [row["id"] for row in rows if "/files/config.yaml" in files_named(row["args"])]
    assert naming == [row["id"] for row in rows if "config" in row]

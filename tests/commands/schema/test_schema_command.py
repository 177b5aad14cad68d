"""`schedcfg schema`: what it prints and writes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.models import API_VERSIONS
from tests.paths import ROOT

Run = Callable[..., Any]
SCHEMAS = ROOT / "schemas"


def test_without_arguments_the_names_are_listed(schedcfg: Run) -> None:
    done = schedcfg("schema")
    assert (done.status, done.err) == (0, "")
    names = [line.split()[0] for line in done.out.splitlines()]
    assert names[: len(API_VERSIONS)] == list(reversed(API_VERSIONS))
    assert {"Policy", "validate", "diff"} <= set(names)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("v1", "kubeschedulerconfiguration-v1.json"),
        ("kubescheduler.config.k8s.io/v1beta3", "kubeschedulerconfiguration-v1beta3.json"),
        ("Policy", "policy.json"),
        ("validate", "output/validate.json"),
    ],
)
def test_one_is_printed(schedcfg: Run, name: str, file: str) -> None:
    done = schedcfg("schema", name)
    assert (done.status, done.err) == (0, "")
    assert done.out == (SCHEMAS / file).read_text(encoding="utf-8")


def test_one_is_written(schedcfg: Run, tmp_path: Path) -> None:
    done = schedcfg("schema", "v1", "--write-to", tmp_path / "new" / "folder")
    assert (done.status, done.out, done.err) == (0, "", "")
    (written,) = (tmp_path / "new" / "folder").iterdir()
    assert json.loads(written.read_bytes())["$id"] == "urn:schedcfg:schema:v1"


def test_an_unknown_name_is_wrong_usage_and_the_known_ones_are_reported(schedcfg: Run) -> None:
    done = schedcfg("schema", "v2")
    assert (done.status, done.out) == (2, "")
    assert "`v2`" in done.err
    assert "v1beta3" in done.err


@pytest.mark.parametrize("arguments", [["--all"], ["v1", "--all", "--write-to", "somewhere"]])
def test_all_of_them_go_into_a_folder(schedcfg: Run, arguments: list[str]) -> None:
    assert schedcfg("schema", *arguments).status == 2


def test_a_folder_that_cannot_be_made(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = schedcfg("schema", "v1", "--write-to", tmp_path / "file")
    assert done.status == 3
    assert str(tmp_path / "file") in done.err

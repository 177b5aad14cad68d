"""`schedcfg list plugins`, `schedcfg list releases`, `schedcfg explain`: exit statuses, streams, and text that fits."""

from collections.abc import Callable
from typing import Any

import pytest

from schedcfg import plugins, releases

Run = Callable[..., Any]

_WIDEST = 120


@pytest.mark.parametrize(
    "arguments",
    [
        ["plugins"],
        ["plugins", "--kubernetes", "1.22"],
        ["plugins", "-k", "v1.29.3"],
        ["plugins", *(plugin.name for plugin in plugins.all_plugins())],
        ["releases"],
        ["releases", *releases.names()],
        ["explain", "KubeSchedulerConfiguration"],
        ["explain", "KubeSchedulerConfiguration", "--recursive", "--api-version", "v1alpha2"],
        ["explain", "NodeResourcesFit", "--kubernetes", "1.25"],
        ["explain", "score"],
        ["explain", "resources"],
    ],
)
def test_text_fits_a_terminal_and_has_no_colors_off_it(schedcfg: Run, arguments: list[str]) -> None:
    done = schedcfg(*arguments)
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("\n")
    assert "\x1b" not in done.out
    assert [line for line in done.out.splitlines() if len(line) > _WIDEST or line != line.rstrip()] == []


def test_colors_on_a_terminal_only(schedcfg: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from schedcfg.cli import reporting

    plain = schedcfg("explain", "score").out
    monkeypatch.setattr(reporting, "colored", lambda *_: True)
    colored = schedcfg("explain", "score").out
    assert colored.startswith("\x1b[1mprofiles.plugins.score\x1b[0m")
    assert "\x1b" not in plain


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["plugins"], "plugins"),
        (["plugins", "NodeName", "--kubernetes", "1.29"], "plugins"),
        (["releases", "1.29"], "releases"),
        (["explain", "leaseDuration"], "example"),
        (["explain", "NodeName"], "plugin"),
        (["explain", "resources"], "places"),
    ],
)
def test_json(schedcfg: Run, arguments: list[str], key: str) -> None:
    done = schedcfg(*arguments, "--output", "json")
    assert (done.status, done.err) == (0, "")
    assert done.report["version"] == 1
    assert done.report[key]


def test_recursion_reaches_the_last_field(schedcfg: Run) -> None:
    def depth(fields: list[dict[str, Any]]) -> int:
        return 1 + max(depth(field["fields"]) for field in fields) if fields else 0

    assert depth(schedcfg("explain", "profiles", "--output", "json").report["fields"]) == 1
    assert depth(schedcfg("explain", "profiles", "--recursive", "--output", "json").report["fields"]) == 4
    assert "        weight  int32\n" in schedcfg("explain", "profiles", "--recursive").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["plugins", "Nope"],
        ["plugins", "--kubernetes", "2.0"],
        ["plugins", "--output", "yaml"],
        ["releases", "1.17"],
        ["explain", "nope"],
        ["explain", "score", "--api-version", "v9"],
        ["explain", "score", "--kubernetes", "next"],
    ],
)
def test_what_is_not_known_is_wrong_usage(schedcfg: Run, arguments: list[str]) -> None:
    done = schedcfg(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err


@pytest.mark.parametrize(
    "arguments", [["plugins"], ["plugins", "NodeAffinity"], ["releases", "1.27"], ["explain", "score"]]
)
def test_colors_change_nothing_but_the_color(
    schedcfg: Run, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import re

    from schedcfg.cli import reporting

    plain = schedcfg(*arguments).out
    monkeypatch.setattr(reporting, "colored", lambda *_: True)
    colored = schedcfg(*arguments).out
    assert colored != plain
    unpainted = "\n".join(line.rstrip() for line in re.sub(r"\x1b\[\d+m", "", colored).splitlines())
    assert unpainted + "\n" == plain


def test_alone_it_prints_its_help(schedcfg: Run) -> None:
    alone, asked = schedcfg("explain"), schedcfg("explain", "--help")
    assert (alone.status, alone.err) == (0, "")
    assert alone.out == asked.out
    assert alone.out.startswith("Usage: schedcfg explain")

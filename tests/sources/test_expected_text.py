"""What a program passes in place of a file's text is named, with what to pass instead."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import schedcfg
from schedcfg.commands.generate import static_pod
from schedcfg.sources import expect_text
from tests.called import Result

TEXTS = ("text", "left", "right")
OTHERS = {
    "before": "1.29",
    "after": "1.30",
    "to": "v1",
    "maker": static_pod.maker(static_pod.StaticPodOptions()),
}
"""What the functions need beside texts."""

CONFIGURATION = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def readers() -> list[tuple[str, str]]:
    """List the public functions that take texts, with the parameter of each text."""
    functions = {name: getattr(schedcfg, name) for name in schedcfg.__all__}
    return [
        (name, parameter)
        for name, function in functions.items()
        if inspect.isfunction(function)
        for parameter in inspect.signature(function).parameters
        if parameter in TEXTS
    ]


def call_of(name: str, parameter: str) -> Callable[[object], object]:
    """Return a public function of one of its texts, with proper values for the rest."""
    function = getattr(schedcfg, name)
    known = inspect.signature(function).parameters
    rest: dict[str, Any] = {key: value for key, value in OTHERS.items() if key in known}
    rest |= {key: CONFIGURATION for key in TEXTS if key in known}
    return lambda text: function(**{**rest, parameter: text})


def test_most_functions_take_texts() -> None:
    assert {name for name, _ in readers()} >= {"validate", "fix", "migrate", "diff", "generate_around"}


@pytest.mark.parametrize(("name", "parameter"), readers())
def test_each_function_says_so(name: str, parameter: str) -> None:
    called = call_of(name, parameter)
    assert called(CONFIGURATION)
    with pytest.raises(schedcfg.UnreadableInput, match=r"fit\.yaml.* is the name of a file") as caught:
        called("fit.yaml")
    assert "pathlib.Path('fit.yaml').read_text(" in caught.value.sentence
    with pytest.raises(TypeError, match="the text of a file is expected"):
        called(Path("fit.yaml"))


@pytest.mark.parametrize("name", ["fit.yaml", "clusters/", "clusters/prod", r"C:\fit.yml", "my file.conf", "../a.JSON"])
def test_names_of_files_are_no_texts(name: str) -> None:
    with pytest.raises(schedcfg.UnreadableInput):
        expect_text(name)


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "1.29", "- fit.yaml", "# fit.yaml", "a: fit.yaml", '{"a": "/"}', "fit.yaml\n"]
)
def test_texts_are_taken_as_they_are(text: str) -> None:
    assert expect_text(text) == text


def test_other_types_lead_to_the_text(tmp_path: Path) -> None:
    path = tmp_path / "fit.yaml"
    path.write_text(CONFIGURATION, encoding="utf-8")
    with path.open(encoding="utf-8") as file, pytest.raises(TypeError, match=r"pass `file\.read\(\)`"):
        expect_text(file)
    with pytest.raises(TypeError, match=r"pass `raw\.decode"):
        expect_text(path.read_bytes())
    with pytest.raises(TypeError, match="a str, and not NoneType"):
        expect_text(None)


def test_a_file_of_a_user_may_hold_a_name(
    tmp_path: Path, schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As links do that Git checks out as files: the report names the place, and no Python."""
    monkeypatch.chdir(tmp_path)
    Path("link.yaml").write_text("scheduler.yaml", encoding="utf-8")
    for command in (("validate",), ("generate", "static-pod", "--config")):
        done = schedcfg(*command, "link.yaml")
        assert done.status == 1
        assert "link.yaml:1:1: refused[" in done.out + done.err
        assert "pathlib" not in done.out + done.err


def test_a_release_is_a_text() -> None:
    with pytest.raises(TypeError, match=r'a Kubernetes release is a text, e\.g\. "1\.29", not 1\.3'):
        schedcfg.validate("", 1.30)  # type: ignore[arg-type]


def test_public_names_are_completed_before_they_are_imported() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import schedcfg; print(*dir(schedcfg))"], capture_output=True, text=True, check=True
    )
    assert set(schedcfg.__all__) <= set(shown.stdout.split())


def test_options_show_what_was_chosen() -> None:
    assert repr(schedcfg.Options()) == "Options()"
    assert repr(schedcfg.Options("1.29", require=True)) == "Options(kubernetes='1.29', require=True)"

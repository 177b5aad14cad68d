"""Flags as pflag reads them, each with the item that it stands in."""

import pytest

from schedcfg.surroundings.flags import CommandLine, command_line

AT = ("spec", "containers", 0)


def line(*words: object, field: str = "command") -> CommandLine:
    return command_line({field: list(words)}, AT)


def pairs(found: CommandLine) -> list[tuple[str, str | None]]:
    return [(flag.name, flag.value) for flag in found.flags]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--config=/etc/c.yaml"], [("config", "/etc/c.yaml")]),
        (["--config", "/etc/c.yaml"], [("config", "/etc/c.yaml")]),
        (["--config="], [("config", "")]),
        (["--feature-gates=A=true,B=false"], [("feature-gates", "A=true,B=false")]),
        (["--leader-elect", "false"], [("leader-elect", None)]),
        (["--leader-elect", "--secure-port", "0"], [("leader-elect", None), ("secure-port", "0")]),
        (["--secure-port", "--leader-elect"], [("secure-port", "--leader-elect")]),
        (["--config"], [("config", None)]),
        (["--unknown", "word", "--secure-port=1"], [("unknown", None), ("secure-port", "1")]),
        (["--bind_address=::1"], [("bind-address", "::1")]),
        (["-v=2"], [("v", "2")]),
        (["-v2"], [("v", "2")]),
        (["-v", "2"], [("v", "2")]),
        (["-h"], [("help", None)]),
        (["--v", "2"], [("v", "2")]),
        (["word", "--config=a"], [("config", "a")]),
        (["--config=a", "--", "--secure-port=1"], [("config", "a")]),
        (["---config=a", "-", "--=a"], []),
    ],
)
def test_words(words: list[str], expected: list[tuple[str, str | None]]) -> None:
    assert pairs(line("kube-scheduler", *words)) == expected


def test_the_last_of_several_counts() -> None:
    found = line("kube-scheduler", "--config=a", "--config=b")
    assert [flag.value for flag in found.flags] == ["a", "b"]
    last = found.get("config")
    assert last is not None
    assert (last.value, last.path) == ("b", (*AT, "command", 2))
    assert found.get("master") is None


def test_a_flag_and_its_value_have_places_of_their_own() -> None:
    found = command_line({"command": ["/usr/local/bin/kube-scheduler"], "args": ["--config", "a"]}, AT)
    (flag,) = found.flags
    assert (flag.path, flag.value_path) == ((*AT, "args", 0), (*AT, "args", 1))
    assert (found.program, found.in_shell) == ("kube-scheduler", False)


def test_without_a_command_the_image_decides() -> None:
    assert line("--config=a", field="args").program == ""
    assert command_line({}, AT) == CommandLine("", ())


@pytest.mark.parametrize(("value", "off"), [("false", True), ("F", True), ("0", True), ("true", False), ("", False)])
def test_switches(value: str, off: bool) -> None:
    flag = line("kube-scheduler", f"--leader-elect={value}").get("leader-elect")
    assert flag is not None
    assert flag.is_off is off


@pytest.mark.parametrize(
    "words",
    [
        ["/bin/sh", "-c", "exec kube-scheduler --config=a --v 2 2>&1"],
        ["bash", "-e", "-c", "mkdir -p /x --parents && /usr/bin/kube-scheduler --config=a --v=2 && echo --port=0"],
        ["sh", "-c", "FOO='a b' kube-scheduler \\\n  --config=a \\\n  --v=2 | tee --append log"],
    ],
)
def test_scripts(words: list[str]) -> None:
    found = line(*words)
    assert (found.program, found.in_shell) == ("kube-scheduler", True)
    assert pairs(found) == [("config", "a"), ("v", "2")]
    assert {flag.path for flag in found.flags} == {(*AT, "command", len(words) - 1)}


@pytest.mark.parametrize("words", [["sh"], ["sh", "-c"], ["sh", "-c", "echo 'open"], ["sh", "-c", "sleep 1"]])
def test_scripts_that_tell_nothing(words: list[str]) -> None:
    assert line(*words) == CommandLine("", (), in_shell=True)


@pytest.mark.parametrize("written", [None, "kube-scheduler --config=a", {"a": 1}, [None, 1, ["kube-scheduler"]]])
def test_what_is_no_list_of_texts_is_not_written(written: object) -> None:
    assert command_line({"command": written, "args": written}, AT) == CommandLine("", ())

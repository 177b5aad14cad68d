"""Flags as pflag reads them, each with the item that it stands in."""

import tracemalloc

import pytest

from schedcfg.sources.manifests.command_line import CommandLine, command_line

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
        ["bash", "-euo", "pipefail", "-c", "(nohup kube-scheduler --config a --v=2)"],
        [
            "sh",
            "-ec",
            "sleep 1 # it's early\n# kube-scheduler --port=1\nkube-scheduler --config=a --v=2\necho --port=0",
        ],
        ["sh", "-c", "echo kube-scheduler --port=1; exec kube-scheduler >/log 2>&1 --config='a' \"--v=2\"&"],
        ["sh", "-c", "cat <<EOF >/c\nprofiles: []\nEOF\nif test -e /c; then kube-scheduler --config=a --v 2; fi"],
        ["sh", "-c", "A=$(hostname) kube-scheduler --config=a --v=2"],
        ["tini", "--", "sh", "-c", "env A=b kube-scheduler --config=a --v=2"],
    ],
)
def test_scripts(words: list[str]) -> None:
    found = line(*words)
    assert (found.program, found.in_shell) == ("kube-scheduler", True)
    assert pairs(found) == [("config", "a"), ("v", "2")]
    assert {flag.path for flag in found.flags} == {(*AT, "command", len(words) - 1)}
    assert not found.unknown
    assert all(flag.is_known for flag in found.flags)


@pytest.mark.parametrize(
    "words",
    [
        ["sh"],
        ["sh", "-c"],
        ["sh", "-c", "echo 'open"],
        ["sh", "-c", "kube-scheduler --config=a; echo 'open"],
        ["sh", "-c", "sleep 1"],
        ["sh", "-c", "echo kube-scheduler --config=a"],
        ["sh", "/start.sh", "kube-scheduler --config=a"],
        ["sh", "-o", "pipefail", "kube-scheduler --config=a"],
    ],
)
def test_scripts_that_tell_nothing(words: list[str]) -> None:
    assert line(*words) == CommandLine("", (), in_shell=True, unknown=True)


@pytest.mark.parametrize("word", ["$ARGS", '"$@"', "$(cat /args)", "`cat /args`", "--$FLAG=1", "$(cat $(ls))"])
def test_words_of_a_script_that_may_be_any_flag(word: str) -> None:
    found = line("sh", "-c", f"kube-scheduler --config=a {word}")
    assert pairs(found) == [("config", "a")]
    assert found.unknown
    assert (found.settles("config"), found.settles("secure-port")) == (True, False)


@pytest.mark.parametrize(
    ("written", "value", "known"),
    [
        ("$FILE", "$FILE", False),
        ('"/etc/${FILE}"', "/etc/${FILE}", False),
        ("$(ls /etc)", "$(ls /etc)", False),
        ("'$FILE'", "$FILE", True),
        ("\\$FILE", "$FILE", True),
        ('"a\\$b c"', "a$b c", True),
        ("a#b", "a#b", True),
    ],
)
def test_values_in_a_script(written: str, value: str, known: bool) -> None:
    flag = line("sh", "-c", f"kube-scheduler --config={written}").get("config")
    assert flag is not None
    assert (flag.value, flag.is_known) == (value, known)


@pytest.mark.parametrize(
    "words",
    [
        ["/go-runner", "--log-file=/var/log/kube-scheduler", "--also-stdout", "/usr/local/bin/kube-scheduler"],
        ["/sbin/tini", "-g", "--", "kube-scheduler"],
        ["dumb-init", "kube-scheduler"],
        ["env", "PROGRAM=/bin/kube-scheduler", "kube-scheduler"],
        ["/hyperkube", "kube-scheduler"],
        ["/hyperkube", "scheduler"],
    ],
)
def test_launchers(words: list[str]) -> None:
    found = line(*words, "--config=a")
    assert (found.program, pairs(found)) == ("kube-scheduler", [("config", "a")])
    assert found.flags[0].path == (*AT, "command", len(words))


def test_launchers_of_other_programs_stay() -> None:
    assert line("tini", "my-scheduler", "--config=a").program == "tini"


ENV = [
    {"name": "FOLDER", "value": "/etc"},
    {"name": "FILE", "value": "$(FOLDER)/c.yaml"},
    {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
]


@pytest.mark.parametrize(
    ("written", "value", "known"),
    [
        ("$(FOLDER)/c", "/etc/c", True),
        ("$(FILE)", "/etc/c.yaml", True),
        ("$(NODE)", "$(NODE)", False),
        ("$(FOLDER)/$(OTHER)", "/etc/$(OTHER)", False),
        ("${FOLDER}/c", "${FOLDER}/c", False),
        ("$$(FOLDER)", "$(FOLDER)", False),
        ("a$$b$c", "a$b$c", True),
    ],
)
def test_references_to_variables(written: str, value: str, known: bool) -> None:
    for args in ([f"--config={written}"], ["--config", written]):
        flag = command_line({"command": ["kube-scheduler"], "args": args, "env": ENV}, AT).get("config")
        assert flag is not None
        assert (flag.value, flag.is_known) == (value, known)


@pytest.mark.parametrize(
    ("arguments", "env"),
    [
        (["--v=" + "$(A)" * 999], {}),
        (["--v=$(A)"] * 999, {}),
        (["--v=$(C998)"], {f"C{number}": f"$({f'C{number - 1}' if number else 'A'})$(A)" for number in range(999)}),
    ],
)
def test_a_container_gets_little_longer_by_its_variables(arguments: list[str], env: dict[str, str]) -> None:
    """What is beyond that stays as it is written: it would be a hundred times as long."""
    entries = [{"name": name, "value": value} for name, value in {"A": "x" * 10_000, **env}.items()]
    tracemalloc.start()
    found = command_line({"command": ["kube-scheduler", *arguments], "env": entries}, ())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert any("$(" in (flag.value or "") for flag in found.flags)
    assert peak < 3_000_000


def test_a_reference_may_be_any_flag() -> None:
    assert line("kube-scheduler", "$(ARGS)").unknown
    assert not line("kube-scheduler", "--config=$(FILE)", "word").unknown


@pytest.mark.parametrize(
    ("value", "port"), [("10259", 10259), ("0", 0), ("9" * 5000, None), ("x", None), ("$(P)", None)]
)
def test_ports(value: str, port: int | None) -> None:
    flag = line("kube-scheduler", f"--secure-port={value}").get("secure-port")
    assert flag is not None
    assert flag.port == port


@pytest.mark.parametrize("written", [None, "kube-scheduler --config=a", {"a": 1}, [None, 1, ["kube-scheduler"]]])
def test_what_is_no_list_of_texts_is_not_written(written: object) -> None:
    assert command_line({"command": written, "args": written}, AT) == CommandLine("", ())

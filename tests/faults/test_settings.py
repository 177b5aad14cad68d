"""The settings of a repository that nobody knows: read in bounded time, and without a look at other files."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.errors import WrongSettings
from schedcfg.validation.settings import toml
from schedcfg.validation.settings.discovery import find_settings

from .cases import FIXED

Command = Callable[..., "Result"]  # noqa: F821

NESTED = "x = " + "[" * 5000 + "]" * 5000
TABLES = "x = " + "{a = " * 5000 + "1" + "}" * 5000
DIGITS = "x = " + "9" * 5000
DOTTED = ".".join(["a"] * 20_000) + " = 1"
QUOTED = " . ".join(['"a b"'] * 20_000) + " = 1"
INLINE = "x = {" + DOTTED + "}"
HEADER = f"[{'.'.join(['a'] * 20_000)}]"
HOSTILE = {
    NESTED: "nested too deeply",
    TABLES: "nested too deeply",
    DIGITS: "too many digits",
    DOTTED: "more than 50 parts",
    QUOTED: "more than 50 parts",
    INLINE: "more than 50 parts",
    HEADER: "more than 50 parts",
}
HARMLESS = (
    'x = "' + "a." * 20_000 + '"',
    "# " + "a." * 20_000,
    'x = "\\"" # ' + "'" * 9,
    "x = '''" + "a. b" * 99 + "'''",
)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_planted_pipe_is_not_waited_for(schedcfg: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("select.select", None)  # waiting would be an error
    os.mkfifo(folder / ".schedcfg.toml")
    result = schedcfg("validate", ".")
    assert result.status == 3
    assert "settings .schedcfg.toml cannot be read: it is no ordinary file" in result.err
    assert schedcfg("validate", ".", "--no-settings").status != 3


@pytest.mark.parametrize(("text", "message"), HOSTILE.items(), ids=[text[:9] for text in HOSTILE])
@pytest.mark.parametrize("name", ["schedcfg.toml", "pyproject.toml"])
def test_hostile_toml(schedcfg: Command, folder: Path, name: str, text: str, message: str) -> None:
    shared = name == "pyproject.toml"
    is_header = text.startswith("[")
    (folder / name).write_text(f"[tool.schedcfg]\n{text}\n" if shared or is_header else f"{text}\n", encoding="utf-8")
    result = schedcfg("validate", "a.yaml")
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert len(result.err) < 200


@pytest.mark.parametrize("text", HARMLESS, ids=lambda text: text[:9])
def test_harmless_toml(text: str) -> None:
    # A long chain of words is one only where it may be a key.
    if text.startswith("#"):
        with pytest.raises(WrongSettings):
            toml.parse(text)
    else:
        assert toml.parse(text).keys() == {"x"}


def test_many_mistakes_are_not_all_listed(schedcfg: Command, folder: Path) -> None:
    (folder / "schedcfg.toml").write_text("".join(f"k{n} = {n}\n" for n in range(5000)), encoding="utf-8")
    result = schedcfg("validate", "a.yaml")
    lines = result.err.splitlines()
    assert (result.status, len(lines), lines[-1]) == (2, 21, "and more")
    assert lines[0].startswith("schedcfg: schedcfg.toml:1: unknown key `k0`")


def test_large_settings(schedcfg: Command, folder: Path) -> None:
    (folder / "schedcfg.toml").write_text(f'kubernetes = "{"x" * 100_000}"\n', encoding="utf-8")
    result = schedcfg("validate", "a.yaml")
    assert result.status == 2
    assert len(result.err) < 1100
    (folder / "schedcfg.toml").write_text(f"# {'x' * toml.LARGEST}", encoding="utf-8")
    result = schedcfg("validate", "a.yaml")
    assert result.status == 3
    assert "larger than 256 KiB" in result.err
    (folder / "schedcfg.toml").rename(folder / "pyproject.toml")
    assert schedcfg("validate", "a.yaml").status == 0
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[[tool.schedcfg.per-path]]\n")
    assert schedcfg("validate", "a.yaml").status == 3


def test_a_link_that_leads_nowhere(schedcfg: Command, folder: Path) -> None:
    (folder / "schedcfg.toml").symlink_to("schedcfg.toml")
    assert find_settings(str(folder)) == str(folder / "schedcfg.toml")
    result = schedcfg("validate", "a.yaml")
    assert result.status == 3
    assert "settings schedcfg.toml cannot be read: it is a link that leads back to itself" in result.err


OUTSIDE = ("/etc/passwd", "../outside.json", "tree/../../outside.json", "link.json", "tree/up/outside.json")


@pytest.mark.parametrize("name", [*OUTSIDE, "a\\u0000b"])
@pytest.mark.parametrize("key", ["[plugins.Foo]\nargs-schema", "baseline"])
def test_settings_name_no_file_elsewhere(schedcfg: Command, folder: Path, key: str, name: str) -> None:
    (folder / "schedcfg").mkdir()
    (folder / "schedcfg" / "tree").mkdir()
    (folder / "outside.json").write_text("root:x:0:0:secret", encoding="utf-8")
    (folder / "schedcfg" / "link.json").symlink_to(folder / "outside.json")
    (folder / "schedcfg" / "tree" / "up").symlink_to(folder)
    settings = folder / "schedcfg" / "schedcfg.toml"
    settings.write_text(f'{key} = "{name}"\n', encoding="utf-8")
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.chdir(settings.parent)
        result = schedcfg("validate", "../a.yaml")
    assert result.status == 2
    assert "outside of the folder" in result.err or "NUL" in result.err
    assert "root" not in result.err


def test_settings_that_are_named_may(schedcfg: Command, folder: Path) -> None:
    (folder / "outside.json").write_text(json.dumps({"type": "object"}), encoding="utf-8")
    settings = folder / "tree" / "my.toml"
    settings.write_text('[plugins.Foo]\nargs-schema = "../outside.json"\n', encoding="utf-8")
    assert schedcfg("validate", "--settings", str(settings), "a.yaml").status == 0
    (folder / "outside.json").write_text("root:x:0:0:secret", encoding="utf-8")
    result = schedcfg("validate", "--settings", str(settings), "a.yaml")
    assert result.status == 2
    assert "is not a JSON Schema: it is a single value" in result.err
    assert "root" not in result.err


SCHEMAS = (
    {"$schema": 5},
    {"$schema": []},
    {"$id": 5},
    {"$id": "http://[", "$ref": "x"},
    {"$ref": "http://["},
    {"$ref": "#"},
)


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_broken_schemas(schedcfg: Command, folder: Path, schema: dict[str, object]) -> None:
    (folder / "s.json").write_text(json.dumps(schema), encoding="utf-8")
    (folder / "schedcfg.toml").write_text('[plugins.Foo]\nargs-schema = "s.json"\n', encoding="utf-8")
    args = "  pluginConfig:\n  - name: Foo\n    args: {a: 1}\n"
    (folder / "a.yaml").write_text(FIXED + args, encoding="utf-8")
    result = schedcfg("validate", "a.yaml")
    assert result.status in {1, 2}
    assert "schema" in (result.out + result.err).lower()
    assert "schedcfg itself failed" not in result.out


def planted(folder: Path) -> None:
    """Put modules where the command runs, each of which ends the process that imports it."""
    for name in (
        "click",
        "json",
        "random",
        "tomllib",
        "yaml",
        "pydantic",
        "multiprocessing",
        "concurrent",
        "typing",
        "re",
    ):
        (folder / f"{name}.py").write_text(f"import os; print({name!r}, flush=True); os._exit(99)", encoding="utf-8")


def test_nothing_is_imported_from_the_working_directory(
    folder: Path, process: Callable[..., "subprocess.Popen[bytes]"]
) -> None:
    planted(folder)
    spawning = (
        "import sys; here = sys.path.pop(0); import multiprocessing, runpy; "
        "multiprocessing.set_start_method('spawn'); sys.path.insert(0, here); "
        "sys.argv[0] = 'schedcfg'; runpy.run_module('schedcfg', run_name='__main__')"
    )
    programs = {
        ("-m", "schedcfg"): ("validate", "a.yaml"),
        ("-c", spawning): ("validate", "--jobs", "2", "a.yaml"),
    }
    for program, arguments in programs.items():
        done = process(*arguments, program=program)
        out, err = done.communicate()
        assert (done.returncode, out[:11]) == (0, b"a.yaml:9:15"), out + err

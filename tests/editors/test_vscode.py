"""The extension for VS Code: what it packs, which program it starts, and what of it is in the window."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import schedcfg as library
from schedcfg import releases
from tests.called import EXAMPLES
from tests.editors.conftest import program
from tests.editors.extension import SOURCE, Extension, Step

pytestmark = pytest.mark.long

BROKEN = EXAMPLES / "broken" / "scheduler.yaml"
OPEN: Step = ("open", {"file": str(BROKEN), "language": "yaml"})
FOUND: Step = ("diagnostics", {})
SAID: Step = ("message", {})

EXITS = "exit 2"
"""What a schedcfg without a server does with `schedcfg server`."""


def started(shown: dict[str, Any]) -> list[str]:
    """Return the programs that were started, in order."""
    return [line.removeprefix("info: Starting ").removesuffix(" server") for line in shown["log"] if "Starting" in line]


def test_the_package_has_what_is_needed_and_nothing_else(extension: Extension) -> None:
    with zipfile.ZipFile(extension.package) as package:
        names = {
            name.removeprefix("extension/").lower() for name in package.namelist() if name.startswith("extension/")
        }
    assert names == {"package.json", "readme.md", "changelog.md", "license.txt", "icon.png", "out/extension.js"}
    assert extension.package.stat().st_size < 300_000


def test_versions_and_license_are_those_of_the_program(extension: Extension) -> None:
    assert extension.manifest["version"] == library.__version__
    assert (SOURCE / "LICENSE").read_bytes() == (SOURCE.parents[1] / "LICENSE").read_bytes()
    assert f"## {library.__version__}\n" in (SOURCE / "CHANGELOG.md").read_text(encoding="utf-8")


def test_what_validate_finds_is_shown_at_the_same_places(extension: Extension, schedcfg: Path) -> None:
    shown = extension.run(OPEN, FOUND, settings={"schedcfg.path": str(schedcfg)})
    [problems] = shown["diagnostics"].values()
    report = library.validate(BROKEN.read_text(encoding="utf-8"), path="scheduler.yaml")
    expected = [
        (finding.rule, finding.start.line - 1, finding.start.column - 1)
        for document in report.documents
        for finding in document.findings
    ]
    assert len(expected) > 2
    assert sorted((_rule(one), *one["range"]["start"].values()) for one in problems) == sorted(expected)
    assert shown["messages"] == []


def _rule(problem: dict[str, Any]) -> str:
    code = problem["code"]
    return str(code["value"] if isinstance(code, dict) else code)


def test_commands_and_settings_are_those_of_the_manifest(extension: Extension, schedcfg: Path) -> None:
    select: Step = ("command", {"name": "schedcfg.selectRelease"})
    shown = extension.run(OPEN, FOUND, select, settings={"schedcfg.path": str(schedcfg)})
    contributed = extension.manifest["contributes"]
    commands = {one["command"] for one in contributed["commands"]}
    assert commands <= set(shown["commands"])
    # The language client registers what the server offers; those are for the extension, not for people.
    assert set(shown["commands"]) - commands == {"schedcfg.releases", "schedcfg.setRelease"}
    assert shown["left"] == []  # Else VS Code cannot start the extension again
    settings = set(contributed["configuration"]["properties"])
    read_later = {"schedcfg.scheduler"}  # When a test is run
    assert {name for name in shown["settingsRead"] if name.startswith("schedcfg.")} == settings - read_later


TESTS = """\
apiVersion: schedcfg.io/v1alpha1
kind: SchedulerTest
tests:
- name: "$(touch made); it's one"
  pods: ["1:cpu=1"]
- name: another one  # and why
"""


def test_a_test_is_run_from_the_line_of_its_name(extension: Extension, schedcfg: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.schedtest.yaml"
    path.write_text(TESTS, encoding="utf-8")
    opened: Step = ("open", {"file": str(path), "language": "yaml"})
    settings = {"schedcfg.path": str(schedcfg), "schedcfg.scheduler": "/opt/kube-scheduler"}
    for number, name in enumerate(("$(touch made); it's one", "another one")):
        shown = extension.run(opened, ("test", {"number": number}), settings=settings)
        assert shown["lenses"] == [{"line": line, "title": "Run test"} for line in (3, 5)]
        assert shown["task"]["program"] == str(schedcfg)
        words = ["test", str(path), "--test", name, "--binary", "/opt/kube-scheduler"]
        assert (shown["task"]["words"], shown["task"]["folder"]) == (words, str(tmp_path))


@pytest.mark.parametrize(
    ("trusted", "said"), [(True, "Name your kube-scheduler in the setting"), (False, "in folders that you trust only")]
)
def test_a_test_is_not_run_without_a_scheduler_or_trust(
    extension: Extension, schedcfg: Path, tmp_path: Path, trusted: bool, said: str
) -> None:
    path = tmp_path / "a.schedtest.yaml"
    path.write_text(TESTS, encoding="utf-8")
    opened: Step = ("open", {"file": str(path), "language": "yaml"})
    shown = extension.run(opened, ("test", {"number": 0}), settings={"schedcfg.path": str(schedcfg)}, trusted=trusted)
    assert "task" not in shown
    assert said in shown["messages"][-1]["text"]


def test_another_release_is_selected_and_shown(extension: Extension, schedcfg: Path) -> None:
    newest, *_, oldest = reversed(releases.names())
    shown = extension.run(
        OPEN,
        ("status", {"text": f"kube-scheduler {newest}"}),
        ("command", {"name": "schedcfg.selectRelease", "answer": "1.29"}),
        ("status", {"text": "kube-scheduler 1.29"}),
        ("command", {"name": "schedcfg.selectRelease", "answer": "Automatic"}),
        ("status", {"text": f"kube-scheduler {newest}"}),
        ("set", {"schedcfg.kubernetes": "1.31"}),
        ("status", {"text": "kube-scheduler 1.31"}),
        ("command", {"name": "schedcfg.selectRelease", "answer": "1.29"}),
        ("status", {"text": "kube-scheduler 1.29"}),
        ("command", {"name": "schedcfg.selectRelease", "answer": "Automatic"}),
        ("status", {"text": "kube-scheduler 1.31"}),
        settings={"schedcfg.path": str(schedcfg)},
    )
    assert shown["pick"][:2] == ["Automatic", newest]
    assert shown["pick"][-1] == oldest
    assert shown["status"]["command"] == "schedcfg.selectRelease"
    assert shown["status"]["tooltip"]


def test_files_about_other_things_start_nothing_until_a_scheduler_is_typed(
    extension: Extension, schedcfg: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("kind: Service\n", encoding="utf-8")
    opened: Step = ("open", {"file": str(other), "language": "yaml"})
    settings = {"schedcfg.path": str(schedcfg)}
    shown = extension.run(opened, ("type", {"text": "kind: ConfigMap\n"}), ("wait", {"ms": 200}), settings=settings)
    assert started(shown) == []
    shown = extension.run(opened, ("type", {"text": BROKEN.read_text(encoding="utf-8")}), FOUND, settings=settings)
    assert started(shown) == [str(schedcfg)]


def test_the_server_starts_again_on_command_and_with_another_path(extension: Extension, schedcfg: Path) -> None:
    shown = extension.run(
        OPEN,
        FOUND,
        ("command", {"name": "schedcfg.restart"}),
        FOUND,
        ("type", {"text": "kind: Service\n"}),
        ("noDiagnostics", {}),
        settings={"schedcfg.path": str(schedcfg)},
    )
    assert started(shown) == [str(schedcfg)] * 2
    assert shown["status"] is None


def test_who_has_no_program_learns_once_how_to_install_it(extension: Extension) -> None:
    shown = extension.run(OPEN, SAID, ("command", {"name": "schedcfg.restart"}), ("wait", {"ms": 200}))
    [message] = shown["messages"]
    assert 'pipx install "schedcfg[server] @ git+https://github.com/schedcfg/schedcfg@main"' in message["text"]


def test_a_program_without_a_server_is_named_once(extension: Extension, tmp_path: Path) -> None:
    old = program(tmp_path, EXITS)
    shown = extension.run(
        OPEN,
        SAID,
        ("command", {"name": "schedcfg.restart"}),
        ("wait", {"ms": 500}),
        settings={"schedcfg.path": str(old)},
    )
    [message] = shown["messages"]
    assert str(old) in message["text"]
    assert 'pipx install "schedcfg[server] @ git+https://github.com/schedcfg/schedcfg@main"' in message["text"]
    assert started(shown) == [str(old)] * 2


@pytest.mark.parametrize(
    ("present", "trusted", "expected"),
    [
        ({"setting", "interpreter", ".venv", "venv", "path"}, True, "setting"),
        ({"interpreter", ".venv", "venv", "path"}, True, "interpreter"),
        ({".venv", "venv", "path"}, True, ".venv"),
        ({"venv", "path"}, True, "venv"),
        ({"path"}, True, "path"),
        ({"interpreter", ".venv", "venv", "path"}, False, "path"),
        ({"interpreter", ".venv", "venv"}, False, None),
    ],
)
def test_which_program_is_started(
    extension: Extension, tmp_path: Path, present: set[str], trusted: bool, expected: str | None
) -> None:
    folder = tmp_path / "folder"
    bins = {name: tmp_path / name for name in ("setting", "path", "interpreter")}
    bins |= {name: folder / name / "bin" for name in (".venv", "venv")}
    written = {name: str(program(bins[name], EXITS)) for name in present}
    settings = {"schedcfg.path": written["setting"]} if "setting" in present else {}
    interpreter = str(bins["interpreter"] / "python") if "interpreter" in present else None
    shown = extension.run(
        OPEN,
        SAID,
        path=bins["path"],
        folders=[str(folder)],
        trusted=trusted,
        settings=settings,
        interpreter=interpreter,
    )
    assert started(shown) == ([] if expected is None else [written[expected]])


def test_the_path_of_the_program_is_not_taken_from_untrusted_folders() -> None:
    manifest = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))
    untrusted = manifest["capabilities"]["untrustedWorkspaces"]
    assert untrusted["supported"] == "limited"
    assert untrusted["restrictedConfigurations"] == ["schedcfg.path", "schedcfg.scheduler"]

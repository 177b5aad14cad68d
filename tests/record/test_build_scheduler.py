"""What is replaced in Kubernetes' modules, so that its scheduler can be built as WebAssembly."""

from pathlib import Path

import pytest

from tools.build_scheduler import build
from tools.record.module import KUBERNETES, BuildError, Module

FOLDER = Path(build.__file__).parent / "replaced"
DEBUGGER = "pkg/scheduler/backend/cache/debugger"


def cached(folder: Path, *files: str) -> Path:
    """Return a module as the module cache has it: read-only."""
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("package upstream\n", encoding="utf-8")
        path.chmod(0o444)
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o555)
    return folder


def test_every_replacement_is_used_and_says_what_it_replaces() -> None:
    used = {one.source: one for one in build.REPLACEMENTS if one.source is not None}
    assert used.keys() == {path.name for path in FOLDER.glob("*.go")}
    for name, one in used.items():
        first = (FOLDER / name).read_text(encoding="utf-8").partition("\npackage ")[0]
        assert first.startswith("// In the place of ")
        assert one.path.rpartition("/")[2] in first


def test_files_are_replaced_in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = cached(tmp_path / "cache", "go.mod", f"{DEBUGGER}/signal.go", f"{DEBUGGER}/dumper.go", "a/b_test.go")
    monkeypatch.setattr(build, "download", lambda path, version: Module(path, version, source, {}))
    module = {"Path": KUBERNETES, "Version": "v1.37.2"}
    for _ in range(2):  # The second time, the copy is there.
        copy = build.copy_with_replacements(module, tmp_path / "replaced")
        assert copy == tmp_path / "replaced" / f"{KUBERNETES}@v1.37.2"
        assert (copy / DEBUGGER / "signal.go").read_bytes() == (FOLDER / "signal.go").read_bytes()
    assert (copy / DEBUGGER / "dumper.go").read_text(encoding="utf-8") == "package upstream\n"
    assert not (copy / "a" / "b_test.go").exists()
    assert (source / DEBUGGER / "signal.go").read_text(encoding="utf-8") == "package upstream\n"


def test_a_release_without_a_file_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = cached(tmp_path / "cache", "go.mod")
    monkeypatch.setattr(build, "download", lambda path, version: Module(path, version, source, {}))
    replaced = {"Path": "k8s.io/apiserver", "Replace": {"Path": "k8s.io/apiserver", "Version": "v0.20.0"}}
    with pytest.raises(
        BuildError,
        match=r"k8s.io/apiserver@v0\.20\.0/pkg/server/options/serving_unix\.go is to be replaced, and is not there",
    ):
        build.copy_with_replacements(replaced, tmp_path / "replaced")


def test_what_another_file_has_is_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = cached(tmp_path / "cache", "term_unix.go", "termios_unix.go", "termios_nonbsd.go")
    monkeypatch.setattr(build, "download", lambda path, version: Module(path, version, source, {}))
    copy = build.copy_with_replacements({"Path": "github.com/moby/term", "Version": "v0.5.2"}, tmp_path / "replaced")
    assert (copy / "termios_unix.go").read_text(encoding="utf-8") == "package term\n"
    assert "getWinsize" in (copy / "term_unix.go").read_text(encoding="utf-8")

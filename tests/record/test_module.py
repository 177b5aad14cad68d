"""The go.mod that a program is built with."""

import subprocess
from pathlib import Path

import pytest

from tools.record import module

STAGING = {"Old": {"Path": "k8s.io/api"}, "New": {"Path": "./staging/src/k8s.io/api"}}


def test_staging_modules_have_versions_of_their_own() -> None:
    text = module.go_mod("v1.37.1", {"Go": "1.26.0", "Replace": [STAGING]})
    assert text.splitlines() == [
        "module record",
        "",
        "go 1.26.0",
        "",
        "require k8s.io/kubernetes v1.37.1",
        "",
        "replace k8s.io/api => k8s.io/api v0.37.1",
    ]


def test_old_releases_pin_third_party_modules() -> None:
    pinned = {"Old": {"Path": "a.example/b"}, "New": {"Path": "a.example/b", "Version": "v1.2.3"}}
    lines = module.go_mod("v1.22.3", {"Go": "1.16", "Replace": [STAGING, pinned]}).splitlines()
    assert lines[-2:] == ["replace k8s.io/api => k8s.io/api v0.22.3", "replace a.example/b => a.example/b v1.2.3"]
    assert "go 1.24" in lines  # the program's own language is newer


def test_a_catalog_is_linked_with_the_wanted_patch_release() -> None:
    beside = module.Module("c.example/catalog", "v0.31.8", Path(), {module.KUBERNETES: "v1.31.8"})
    lines = module.go_mod("v1.31.4", {"Go": "1.22"}, beside).splitlines()
    replaced = f"replace {module.KUBERNETES} => {module.KUBERNETES} v1.31.4"
    assert lines[-3:] == ["require c.example/catalog v0.31.8", "", replaced]


def test_releases_are_reported_by_tags() -> None:
    assert module.tags("v1.22.3") == ""
    assert module.tags("v1.24.17") == "since1.23,since1.24"
    assert module.minor("1.38") == module.minor("v1.38.0") == 38


def test_what_go_complains_about_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", "no such version\n")

    monkeypatch.setattr(subprocess, "run", failing)
    with pytest.raises(module.BuildError, match=r"list -m -json k8s.io/kubernetes@v1.99\nno such version"):
        module.newest_patch("1.99")


def test_go_has_to_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(module.BuildError, match="`go` is not installed"):
        module.newest_patch("1.37")


def test_the_api_server_of_an_old_release_gets_the_definitions_of_a_later_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def downloaded(path: str, version: str) -> module.Module:
        source = tmp_path / "cache" / version
        (source / "pkg/generated/openapi").mkdir(parents=True, exist_ok=True)
        (source / "pkg/generated/openapi/doc.go").touch()
        if version != "v1.22.3":
            (source / "pkg/generated/openapi/zz_generated.openapi.go").write_text("package openapi", encoding="utf-8")
        return module.Module(path, version, source, {})

    def linked(folder: Path, _version: str, package: str, _executable: Path, _tags: str) -> Path:
        return folder / package

    built = tmp_path / "built"
    built.mkdir()
    for name in ("go.mod", "go.sum", "main.go"):
        (built / name).write_text("module record\n", encoding="utf-8")
    monkeypatch.setattr(module, "download", downloaded)
    monkeypatch.setattr(module, "_linked", linked)
    monkeypatch.setattr(module, "build", lambda version: module.Build(version, built / "record", tmp_path))
    folder = module.build_command("v1.22.3", "kube-apiserver").parents[3]
    source = folder / "kubernetes"
    assert (source / "pkg/generated/openapi/zz_generated.openapi.go").read_text("utf-8") == "package openapi"
    assert (folder / "go.mod").read_text("utf-8") == f"module record\nreplace k8s.io/kubernetes => {source}\n"
    assert module.build_command("v1.29.6", "kube-apiserver").parents[3] == built

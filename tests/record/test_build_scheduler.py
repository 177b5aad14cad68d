"""What is replaced in Kubernetes' modules, so that its scheduler can be built as WebAssembly."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.build_scheduler import plugins, replacements
from tools.build_scheduler.build import Scheduler, pack
from tools.build_scheduler.licenses import LicenseText, LinkedModule, license_texts, notice
from tools.build_scheduler.replacements import NEWER, REPLACEMENTS, Replacement, copy_beside, replace_file, replace_in
from tools.record.module import KUBERNETES, BuildError, Module

FOLDER = Path(replacements.__file__).parent / "replaced"
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


def of(minor: int) -> list[Replacement]:
    return [one for one in REPLACEMENTS if one.since <= minor <= one.until]


def test_every_replacement_is_used_and_says_what_it_replaces() -> None:
    used = {one.source: one for one in REPLACEMENTS if one.source is not None}
    assert used.keys() == {path.name for path in FOLDER.glob("*.go")}
    for name, one in used.items():
        first = (FOLDER / name).read_text(encoding="utf-8").partition("\npackage ")[0]
        assert first.startswith("// In the place of ")
        assert one.path.rpartition("/")[2] in first


def copied(module: dict[str, Any], beside: Path) -> Path:
    """Return a copy of a module in which what 1.37 needs is replaced."""
    copy = copy_beside(module, beside)
    for one in of(37):
        if one.module == module["Path"]:
            replace_file(copy, one)
    return copy


def test_files_are_replaced_in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = cached(tmp_path / "cache", "go.mod", f"{DEBUGGER}/signal.go", f"{DEBUGGER}/dumper.go", "a/b_test.go")
    monkeypatch.setattr(replacements, "download", lambda path, version: Module(path, version, source, {}))
    module = {"Path": KUBERNETES, "Version": "v1.37.2"}
    for _ in range(2):  # The second time, the copy is there.
        copy = copied(module, tmp_path / "replaced")
        assert copy == tmp_path / "replaced" / f"{KUBERNETES}@v1.37.2"
        assert (copy / DEBUGGER / "signal.go").read_bytes() == (FOLDER / "signal.go").read_bytes()
    assert (copy / DEBUGGER / "dumper.go").read_text(encoding="utf-8") == "package upstream\n"
    assert not (copy / "a" / "b_test.go").exists()
    assert (source / DEBUGGER / "signal.go").read_text(encoding="utf-8") == "package upstream\n"


def test_a_release_without_a_file_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = cached(tmp_path / "cache", "go.mod")
    monkeypatch.setattr(replacements, "download", lambda path, version: Module(path, version, source, {}))
    replaced = {"Path": "k8s.io/apiserver", "Replace": {"Path": "k8s.io/apiserver", "Version": "v0.20.0"}}
    with pytest.raises(
        BuildError,
        match=r"k8s.io/apiserver@v0\.20\.0/pkg/server/options/serving_unix\.go is to be replaced, and is not there",
    ):
        copied(replaced, tmp_path / "replaced")


def test_what_another_file_has_is_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = cached(tmp_path / "cache", "term_unix.go", "termios_unix.go", "termios_nonbsd.go")
    monkeypatch.setattr(replacements, "download", lambda path, version: Module(path, version, source, {}))
    module = {"Path": "github.com/moby/term", "Version": "v0.5.2"}
    copy = copied(module, tmp_path / "replaced")
    assert (copy / "termios_unix.go").read_text(encoding="utf-8") == "package term\n"
    assert "getWinsize" in (copy / "term_unix.go").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((), ["go.etcd.io/etcd/a/sockopt_unix.go", "go.etcd.io/etcd/b.go"]),
        (("a/sockopt_wasm.go",), ["go.etcd.io/etcd/b.go"]),
    ],
    ids=["an older module", "one that knows WebAssembly"],
)
def test_what_a_module_knows_itself_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: tuple[str, ...], expected: list[str]
) -> None:
    source = cached(tmp_path / "cache", "a/sockopt_unix.go", "b.go", *others)
    files = (
        Replacement("sockopt_unix.go", "go.etcd.io/etcd", "a/sockopt_unix.go", unless="a/sockopt_wasm.go"),
        Replacement(None, "go.etcd.io/etcd", "b.go"),
    )
    monkeypatch.setattr(replacements, "REPLACEMENTS", files)
    monkeypatch.setattr(replacements, "NEWER", ())
    monkeypatch.setattr(replacements, "download", lambda path, version: Module(path, version, source, {}))
    monkeypatch.setattr(
        replacements, "go", lambda *arguments, **_: json.dumps({"Path": arguments[-1], "Version": "v3.6.0"})
    )
    assert replace_in(tmp_path / "made", "v1.34.4") == expected
    copy = tmp_path / "made" / "replaced" / "go.etcd.io" / "etcd@v3.6.0"
    is_upstreams = (copy / "a" / "sockopt_unix.go").read_text(encoding="utf-8") == "package upstream\n"
    assert is_upstreams is bool(others)


@pytest.mark.parametrize("minor", range(22, 38))
def test_no_file_is_replaced_twice(minor: int) -> None:
    names = [one.name for one in of(minor)]
    assert len(names) == len(set(names))
    assert sum("signal.go" in name for name in names) == 1


def test_older_modules_are_replaced_by_those_that_know_webassembly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = {"golang.org/x/sys": "v0.18.0", "github.com/prometheus/procfs": "v0.17.0"}
    edits = []

    def go(*arguments: str, folder: Path) -> str:
        assert folder == tmp_path
        if arguments[0] == "mod":
            edits.append(arguments[-1])
            return ""
        if arguments[-1] == "all":  # Without a plugin, logrus is not among them
            return "golang.org/x/sys\ngithub.com/prometheus/procfs\ngithub.com/moby/term\n"
        found = {"Path": arguments[-1], "Version": versions.get(arguments[-1], "v0.0.0-20221205130635-1aeaba878587")}
        return json.dumps(found)

    monkeypatch.setattr(replacements, "go", go)
    monkeypatch.setattr(replacements, "REPLACEMENTS", ())
    newer = {one.module: f"{one.module}@{one.version}" for one in NEWER}
    expected = [newer["github.com/moby/term"], newer["golang.org/x/sys"]]
    assert replace_in(tmp_path, "v1.30.14") == expected  # The last release with an older `term`
    assert edits == [f"-replace={one.partition('@')[0]}={one}" for one in expected]
    assert replace_in(tmp_path, "v1.37.2") == []


APACHE = "                                 Apache License\n                           Version 2.0, January 2004\n"
BSD = "Redistribution and use in source and binary\nforms, with or without modification, are permitted\n"


def test_licenses_are_those_of_the_module_and_of_what_is_used_of_it(tmp_path: Path) -> None:
    for name, text in (
        ("LICENSE", APACHE),
        ("NOTICE", "Made by all.\n"),
        ("license_test.go", "package a\n"),
        ("third_party/LICENSE", f"{BSD}Neither the name of Google may be used to endorse or promote products\n"),
        ("third_party/used/doc.go", "package used\n"),
        ("unused/LICENSE.txt", BSD),
    ):
        path = tmp_path / "module" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    root = tmp_path / "module"
    assert [(one.path, one.licenses) for one in license_texts(root, [root / "third_party" / "used"])] == [
        ("LICENSE", ("Apache-2.0",)),
        ("NOTICE", ()),
        ("third_party/LICENSE", ("BSD-3-Clause",)),
    ]
    assert [one.licenses for one in license_texts(root, [root / "unused"])][-1] == ("BSD-2-Clause",)


def test_a_notice_has_each_text_once() -> None:
    same = LicenseText("LICENSE", ("Apache-2.0",), APACHE)
    modules = [LinkedModule("a.org/a", "v1.0.0", (same,)), LinkedModule("a.org/b", "", (same,))]
    text = notice("kube-scheduler-1.37.2.wasm", modules)
    assert text.startswith("kube-scheduler-1.37.2.wasm is linked with")
    assert text.count("Apache License") == 1
    assert "\na.org/a v1.0.0: LICENSE\na.org/b: LICENSE\n" in text


def module(folder: Path, **mains: str) -> Path:
    for name, imported in mains.items():
        path = folder / "cmd" / name / "main.go"
        path.parent.mkdir(parents=True)
        path.write_text(f'package main\n\nimport (\n\t"{imported}"\n)\n', encoding="utf-8")
    (folder / "go.mod").write_text("module a.org/a\n\ngo 1.20\n", encoding="utf-8")
    return folder


def modules_of_kubernetes(version: str) -> Callable[..., str]:
    """Return what answers as `go` does in a folder of a module that requires a patch release."""

    def go(*arguments: str, folder: Path) -> str:
        if arguments[0] == "env":
            return f"{next(one for one in (folder, *folder.parents) if (one / 'go.mod').is_file()) / 'go.mod'}\n"
        if arguments[:2] == ("mod", "edit"):
            return json.dumps({"Go": "1.20"})
        return json.dumps({"Path": KUBERNETES, "Version": version})

    return go


APP = f"{KUBERNETES}/cmd/kube-scheduler/app"


def test_the_main_that_runs_a_scheduler_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = module(tmp_path / "plugins", scheduler=APP, controller="sigs.k8s.io/controller-runtime")
    monkeypatch.setattr(plugins, "go", modules_of_kubernetes("v1.33.5"))
    for named in (source, source / "cmd" / "scheduler"):
        main = plugins.module_with_plugins(str(named), "v1.33.13", tmp_path / "beside")
        assert (main.name, main.kubernetes, main.package) == ("plugins", "v1.33.5", "./cmd/scheduler")
        assert (main.folder / "cmd" / "controller" / "main.go").is_file()
    with pytest.raises(BuildError, match=r"is made for Kubernetes v1\.33\.5, not v1\.37\.2: build it as 1\.33"):
        plugins.module_with_plugins(str(source), "v1.37.2", tmp_path / "beside")


@pytest.mark.parametrize(
    ("mains", "said"),
    [
        ({"controller": "fmt"}, "has none"),
        ({"one": APP, "two": APP}, "has several: name the folder of one of ./cmd/one, ./cmd/two"),
    ],
)
def test_one_main_runs_a_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mains: dict[str, str], said: str
) -> None:
    monkeypatch.setattr(plugins, "go", modules_of_kubernetes("v1.33.5"))
    with pytest.raises(BuildError, match=said):
        plugins.module_with_plugins(str(module(tmp_path / "plugins", **mains)), "v1.33.13", tmp_path / "beside")


def test_what_a_release_publishes_is_packed_and_the_same_each_time(tmp_path: Path) -> None:
    packed = []
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        built = Scheduler(*(folder / f"kube-scheduler-1.37.2.{ending}" for ending in ("wasm", "json", "NOTICE.txt")))
        for path in built:
            path.write_bytes(b"\0asm" * 1000)
        paths = pack(built)
        assert sorted(paths) == sorted(folder.iterdir())
        packed.append(paths[0].read_bytes())
    assert [path.name for path in paths] == [
        "kube-scheduler-1.37.2.wasm.gz",
        "kube-scheduler-1.37.json",
        "kube-scheduler-1.37.2.NOTICE.txt",
    ]
    assert packed[0] == packed[1]
    assert gzip.decompress(packed[0]) == b"\0asm" * 1000

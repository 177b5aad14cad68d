"""Input that is no configuration: one clear finding each, and the documented exit status."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.document import Stream

Command = Callable[..., "Result"]  # noqa: F821


def judged(schedcfg: Command, path: Path) -> tuple[int, str, list[str]]:
    result = schedcfg("validate", path, "--output", "json")
    (file,) = result.report["files"]
    said = [finding["message"] for document in file["documents"] for finding in document["findings"]]
    if file.get("reason"):
        said.append(file["reason"])
    assert schedcfg("validate", path).status == result.status
    return result.status, file["verdict"], said


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "`kind` is missing"),
        (b"# only a comment\n", "`kind` is missing"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary"),
        (b"apiVersion: kubescheduler.config.k8s.io/v1\nkind: \xff\xfe\n", "0xff"),
        (b"apiVersion: v1\nkind: Config\nclusters: []\n", "kubeconfig"),
        (
            b"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
            b"profiles:\n{{- range .Values.profiles }}\n- schedulerName: {{ .name }}\n{{- end }}\n",
            "template",
        ),
        (b"- a\n- b\n", "a list"),
        (b"just words\n", "a text without `apiVersion`"),
    ],
)
def test_refused(schedcfg: Command, tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    status, verdict, said = judged(schedcfg, path)
    assert (status, verdict) == (1, "refused")
    assert says in said[0]
    assert len(said) <= 2


def test_missing_file(schedcfg: Command, tmp_path: Path) -> None:
    assert judged(schedcfg, tmp_path / "none.yaml")[:2] == (3, "unreadable")


def test_dangling_link(schedcfg: Command, tmp_path: Path) -> None:
    link = tmp_path / "link.yaml"
    link.symlink_to(tmp_path / "gone.yaml")
    status, verdict, (reason,) = judged(schedcfg, link)
    assert (status, verdict) == (3, "unreadable")
    assert "gone.yaml" in reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_search_opens_files_only(schedcfg: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "link.yaml").symlink_to("pipe.yaml")
    (tmp_path / "folder.yaml").symlink_to(tmp_path)
    result = schedcfg("validate", tmp_path, "--output", "json")
    assert (result.status, result.report["files"]) == (0, [])
    (tmp_path / "gone.yaml").symlink_to("nowhere")
    assert judged(schedcfg, tmp_path)[1] == "unreadable"


def test_huge_file(schedcfg: Command, tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    status, verdict, (reason,) = judged(schedcfg, huge)
    assert (status, verdict) == (3, "unreadable")
    assert "larger than" in reason


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_folder_without_permission(schedcfg: Command, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    try:
        status, verdict, (reason,) = judged(schedcfg, locked)
    finally:
        locked.chmod(0o700)
    assert (status, verdict) == (3, "unreadable")
    assert "Permission" in reason


def test_folder_that_cannot_be_listed(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> object:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refuse)
    status, verdict, (reason,) = judged(schedcfg, tmp_path)
    assert (status, verdict) == (3, "unreadable")
    assert "Permission denied" in reason


def test_yaml_bomb(schedcfg: Command, tmp_path: Path) -> None:
    lines = ["apiVersion: kubescheduler.config.k8s.io/v1", "kind: KubeSchedulerConfiguration", "a0: &a0 [x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    path = tmp_path / "bomb.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    status, verdict, said = judged(schedcfg, path)
    assert (status, verdict) == (1, "refused")
    assert any("alias" in message for message in said)


def test_secrets_are_not_echoed(schedcfg: Command, tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
        "profiles:\n- pluginConfig:\n  - name: X\n    args: {}\n  token: hunter2hunter2\n",
        encoding="utf-8",
    )
    result = schedcfg("validate", path)
    assert result.status == 1
    assert "token" in result.out
    assert "hunter2" not in result.out
    assert "hunter2" not in schedcfg("validate", path, "--output", "json").out


@pytest.mark.parametrize(
    "lines",
    [
        "- tlsConfig: {keyData: hunter2!}",
        "- tlsConfig:\n    keyData: [hunter2]",
        "- urlPrefix: [https://bob:hunter2@extender.example]",
        "- {filterVerbs: x, urlPrefix: https://bob:hunter2@extender.example}",
    ],
)
def test_secrets_of_an_extender_are_not_echoed(schedcfg: Command, tmp_path: Path, lines: str) -> None:
    path = tmp_path / "extender.yaml"
    path.write_text(
        f"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nextenders:\n{lines}\n",
        encoding="utf-8",
    )
    said = [schedcfg("validate", path), schedcfg("validate", path, "--output", "json")]
    assert [result.status for result in said] == [1, 1]
    assert all("extenders[0]" in result.out or "^" in result.out for result in said)
    assert not any("hunter2" in result.out for result in said)


def test_a_fault_of_our_own_stops_no_other_file(
    schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from schedcfg.validation import files as file_validation

    real = file_validation.validate_file

    def fail_on_one(stream: Stream, *arguments: object, **options: object) -> object:
        if "boom" in stream.text:
            raise RuntimeError("boom")
        return real(stream, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(file_validation, "validate_file", fail_on_one)
    monkeypatch.delenv("SCHEDCFG_TRACEBACK")
    head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    (tmp_path / "a.yaml").write_text(head + "# boom\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text(head + "parallelism: 0\n", encoding="utf-8")
    result = schedcfg("validate", tmp_path, "--output", "json")
    assert result.status == 3
    assert [file["verdict"] for file in result.report["files"]] == ["unreadable", "refused"]
    assert "RuntimeError: boom" in result.report["files"][0]["reason"]


def test_pipes_are_read(schedcfg: Command, tmp_path: Path) -> None:
    import threading

    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: 0\n"
    writer = threading.Thread(target=lambda: pipe.write_text(text, encoding="utf-8"))
    writer.start()
    result = schedcfg("validate", pipe, "--output", "json")
    writer.join()
    assert result.report["files"][0]["verdict"] == "refused"


def test_a_reader_that_has_enough_is_no_fault(tmp_path: Path) -> None:
    """The status says that the output was cut: neither that all is well, nor that something is refused."""
    for number in range(200):
        (tmp_path / f"{number}.yaml").write_text(
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n", encoding="utf-8"
        )
    command = [sys.executable, "-m", "schedcfg", "effective", str(tmp_path), "--output", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize(("mention", "status"), [("", 0), ("KubeSchedulerConfiguration", 3)])
def test_a_large_file_that_is_found_matters_if_it_mentions_a_configuration(
    schedcfg: Command, tmp_path: Path, mention: str, status: int
) -> None:
    path = tmp_path / "large.json"
    path.write_text("[" + "0, " * 3_000_000 + f'"{mention}"]', encoding="utf-8")
    assert schedcfg("validate", tmp_path).status == status
    assert schedcfg("validate", "--skip-others", path).status == status
    assert schedcfg("validate", path).status == 3


def test_the_neighbor_of_what_is_removed_may_have_a_key_that_cannot_be_read(schedcfg: Command, tmp_path: Path) -> None:
    head = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    entry = "{!!timestamp b : p, weight: 10, name: NodeName}"
    for enabled in (f"\n      - {entry[1:-1].replace(', ', chr(10) + '        ')}\n", f" [{entry}]\n"):
        (tmp_path / "a.yaml").write_text(f"{head}profiles:\n- plugins:\n    filter:\n      enabled:{enabled}", "utf-8")
        for output in ("json", "sarif", "rdjson", "text"):
            result = schedcfg("validate", tmp_path, "--output", output)
            assert (result.status, "bad-tag" in result.out) == (1, True)

"""Credential plugins, run as client-go runs them."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from api_server import CA_DATA, TOKEN, ApiServer, kubeconfig, running

from schedcfg.probe.cluster import ClusterFailed, node_names
from schedcfg.probe.exchange import Limits

V1, V1BETA1 = "client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"
NAMES = ("node-a", "node-b", "node-c.example")


def credential(status: object, version: str = V1, kind: str = "ExecCredential") -> str:
    return json.dumps({"kind": kind, "apiVersion": version, "status": status})


def script(folder: Path, *lines: str) -> Path:
    """Write a plugin; `seen.json` keeps how it was run."""
    file = folder / "plugin"
    head = (
        f"#!{sys.executable}",
        "import json, os, pathlib, sys",
        f"seen = pathlib.Path({str(folder / 'seen.json')!r})",
        "seen.write_text(json.dumps([sys.argv, dict(os.environ), sys.stdin.read()]))",
    )
    file.write_text("\n".join((*head, *lines)) + "\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def plugin(**fields: Any) -> dict[str, Any]:
    return {"apiVersion": V1, "interactiveMode": "Never", "command": "./plugin", **fields}


def names(api: ApiServer, folder: Path, seconds: float = 10, *, cluster: Any = None, **fields: Any) -> tuple[str, ...]:
    trusted = {"server": api.url, "certificate-authority-data": CA_DATA, **(cluster or {})}
    file = kubeconfig(folder, trusted, {"exec": plugin(**fields)})
    return node_names(file, None, Limits(seconds=seconds))


def failure(folder: Path, *lines: str, seconds: float = 10, **fields: Any) -> ClusterFailed:
    script(folder, *lines)
    api = ApiServer(())
    api.url = "https://127.0.0.1:1"
    with pytest.raises(ClusterFailed) as caught:
        names(api, folder, seconds, **fields)
    return caught.value


@pytest.mark.parametrize(("version", "mode"), [(V1, "Never"), (V1, "IfAvailable"), (V1BETA1, "Never"), (V1BETA1, None)])
def test_a_plugin_gives_a_token(api: ApiServer, tmp_path: Path, version: str, mode: str | None) -> None:
    script(tmp_path, f"print({credential({'token': TOKEN}, version)!r})", "print('{', file=sys.stderr)")
    assert names(api, tmp_path, apiVersion=version, interactiveMode=mode) == NAMES
    info = json.loads(json.loads((tmp_path / "seen.json").read_text())[1]["KUBERNETES_EXEC_INFO"])
    assert info == {"kind": "ExecCredential", "apiVersion": version, "spec": {"interactive": False}}


def test_a_plugin_is_given_its_arguments_and_variables_but_no_input(
    api: ApiServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_PROFILE", "wrong")
    monkeypatch.setenv("KEPT", "yes")
    script(tmp_path, f"print({credential({'token': TOKEN})!r})")
    env = [{"name": "AWS_PROFILE", "value": "prod"}, {"name": "EMPTY"}]
    assert names(api, tmp_path, args=["get-token", "$HOME; `id`", ""], env=env) == NAMES
    argv, environ, read = json.loads((tmp_path / "seen.json").read_text())
    assert argv[1:] == ["get-token", "$HOME; `id`", ""]
    assert (environ["AWS_PROFILE"], environ["EMPTY"], environ["KEPT"]) == ("prod", "", "yes")
    assert read == ""


def test_a_plugin_is_told_of_the_cluster_if_it_wants_to_be(api: ApiServer, tmp_path: Path) -> None:
    script(tmp_path, f"print({credential({'token': TOKEN})!r})")
    extensions = [
        {"name": "other", "extension": 1},
        {"name": "client.authentication.k8s.io/exec", "extension": {"audience": "x"}},
    ]
    assert names(api, tmp_path, provideClusterInfo=True, cluster={"extensions": extensions}) == NAMES
    info = json.loads(json.loads((tmp_path / "seen.json").read_text())[1]["KUBERNETES_EXEC_INFO"])
    assert info["spec"]["cluster"] == {
        "server": api.url,
        "certificate-authority-data": CA_DATA,
        "config": {"audience": "x"},
    }


def test_a_name_without_a_slash_is_searched_for(
    api: ApiServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    script(tmp_path, f"print({credential({'token': TOKEN})!r})").rename(tmp_path / "bin" / "get-token")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    assert names(api, tmp_path, command="get-token") == NAMES


def test_the_folder_where_one_happens_to_be_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    assert "`plugin` is not installed here" in str(failure(tmp_path, "print(1)", command="plugin"))


@pytest.mark.parametrize("user", [{"token": TOKEN}, {"tokenFile": "token"}])
def test_a_plugin_is_not_run_where_a_token_is_there(api: ApiServer, tmp_path: Path, user: dict[str, str]) -> None:
    (tmp_path / "token").write_text(TOKEN, encoding="utf-8")
    script(tmp_path)
    trusted = {"server": api.url, "certificate-authority-data": CA_DATA}
    file = kubeconfig(tmp_path, trusted, {**user, "exec": plugin()})
    assert node_names(file, None, Limits()) == NAMES
    assert not (tmp_path / "seen.json").exists()


def test_a_plugin_is_not_run_for_a_server_without_tls(tmp_path: Path) -> None:
    script(tmp_path, f"print({credential({'token': TOKEN})!r})")
    with running(ApiServer(("node",))) as plain:
        plain.accepts = {""}
        assert names(plain, tmp_path) == ("node",)
    assert not (tmp_path / "seen.json").exists()


def test_a_missing_plugin_shows_how_to_get_it(tmp_path: Path) -> None:
    failed = failure(tmp_path, command="no-such-plugin", installHint="Install it:\n\x1b[1mget it\x1b[0m\n")
    assert str(failed) == "the kubeconfig's credential plugin `no-such-plugin` is not installed here"
    assert failed.help == r"The kubeconfig says: Install it: \x1b[1mget it\x1b[0m"
    failed = failure(tmp_path, command="no-such-plugin")
    assert "`kubectl get nodes -o name`" in (failed.help or "")


def test_a_plugin_that_cannot_be_run_says_why(tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("#!/no/such/interpreter\n", encoding="utf-8")
    (tmp_path / "broken").chmod(0o755)
    assert "cannot be run: No such file" in str(failure(tmp_path, command="./broken"))
    assert "cannot be run: embedded null byte" in str(failure(tmp_path, args=["\0"]))


def test_a_plugin_that_fails_is_quoted_without_secrets(tmp_path: Path) -> None:
    secret = "a" * 50
    failed = failure(
        tmp_path,
        f"print('token: hunter2 {secret}', file=sys.stderr)",
        "print('\\x1b[31mUnable to locate credentials', file=sys.stderr)",
        f"print({credential({'token': TOKEN})!r})",
        "sys.exit(3)",
    )
    assert str(failed).endswith(r"/plugin` ended with status 3: token: *** *** \x1b[31mUnable to locate credentials")


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("", "no ExecCredential in JSON"),
        ("secret", "no ExecCredential in JSON"),
        ("[]", "no ExecCredential in JSON"),
        ("[" * 100_000, "no ExecCredential in JSON"),
        (credential({"token": "secret"}, kind="Config"), "no ExecCredential in JSON"),
        (
            credential({"token": "secret"}, V1BETA1),
            f"wrote an ExecCredential of {V1BETA1}, but the kubeconfig asks for {V1}",
        ),
        (credential(None), "gave neither a token nor a certificate and key"),
        (credential({}), "gave neither a token nor a certificate and key"),
        (credential({"token": ["secret"]}), "gave neither a token nor a certificate and key"),
        (credential({"clientCertificateData": "secret"}), "gave a certificate without its key"),
        (credential({"token": "secret", "clientKeyData": "secret"}), "gave a key without its certificate"),
        (credential({"token": "sec\nret"}), "a line break"),
    ],
)
def test_answers_that_are_no_credential(tmp_path: Path, output: str, message: str) -> None:
    failed = str(failure(tmp_path, f"sys.stdout.write({output!r})"))
    assert message in failed
    assert "sec" not in failed


def test_a_plugin_that_never_ends_is_killed_with_its_children(tmp_path: Path) -> None:
    child = tmp_path / "child"
    failed = failure(tmp_path, command="/bin/sh", args=["-c", f"sleep 60 & echo $! > '{child}'; wait"], seconds=1)
    assert str(failed).endswith("`/bin/sh` did not end within 1 s (`--timeout` gives it longer)")
    pid = int(child.read_text(encoding="utf-8"))
    for _ in range(100):
        if not _is_running(pid):
            return
        time.sleep(0.05)
    pytest.fail("the child still runs")


def test_a_child_that_keeps_the_output_open_does_not_keep_one_waiting(tmp_path: Path) -> None:
    failed = failure(tmp_path, command="/bin/sh", args=["-c", "sleep 60 & echo started"], seconds=1)
    assert "did not end within 1 s" in str(failed)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_plugin_that_writes_without_end_is_killed(tmp_path: Path, stream: str) -> None:
    failed = failure(tmp_path, "while True:", f"    sys.{stream}.write('x' * 65536)", seconds=60)
    assert "writes more than any credential is" in str(failed)


def _is_running(pid: int) -> bool:
    """Tell whether a process does anything yet: one that was killed may still wait to be seen off."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False

"""The names of nodes, asked through a kubectl that is a script of ours."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.integrations import kubectl
from schedcfg.integrations.kubectl import ClusterFailed, node_names

Install = Callable[[str], Path]
"""Puts a Python program on PATH as kubectl, and gives the folder that it is in."""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    def put(program: str) -> Path:
        script = tmp_path / "kubectl"
        script.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{program}\n", encoding="utf-8")
        script.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        return tmp_path

    return put


def printing(found: object) -> str:
    return f"print({json.dumps(found)!r})"


def nodes(*names: object) -> dict[str, object]:
    return {"kind": "List", "items": [{"kind": "Node", "metadata": {"name": name}} for name in names]}


SOON = 2
"""Seconds within which a small program has begun, however busy the machine is."""


def failed(seconds: float = 60, context: str | None = None) -> ClusterFailed:
    with pytest.raises(ClusterFailed) as caught:
        node_names("admin.conf", context, seconds)
    assert caught.value.help
    return caught.value


def test_nodes_come_in_order_of_name(install: Install) -> None:
    install(printing(nodes("node-b", "node-c.example", "node-a")))
    assert node_names("admin.conf", None, 10) == ("node-a", "node-b", "node-c.example")


@pytest.mark.parametrize(("context", "more"), [(None, []), ("there", ["--context=there"]), ("", ["--context="])])
def test_how_it_is_called(
    install: Install, context: str | None, more: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:1")
    monkeypatch.setattr("sys.stdin", None)
    keep = 'open(os.path.dirname(sys.argv[0]) + "/seen", "w").write(json.dumps([sys.argv[1:], sys.stdin.read(), '
    folder = install(f'{keep}os.environ["HTTPS_PROXY"]]))\n{printing(nodes("a"))}')
    assert node_names("-odd.conf", context, 10) == ("a",)
    seen = json.loads((folder / "seen").read_text(encoding="utf-8"))
    assert seen == [["get", "nodes", "--output=json", "--kubeconfig=-odd.conf", *more], "", "http://proxy:1"]


def test_without_kubectl_other_ways_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    error = failed()
    assert "kubectl, which is not installed here" in str(error)
    assert "`--node`" in (error.help or "")
    assert "`--nodes FILE`" in (error.help or "")


def test_the_folder_where_one_happens_to_be_is_not_searched(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(install(printing(nodes("a"))))
    monkeypatch.setenv("PATH", ".")
    assert "not installed here" in str(failed())


def test_kubectl_that_cannot_be_run_says_why(install: Install) -> None:
    script = install("") / "kubectl"
    script.write_text("#!/nowhere/python\n", encoding="utf-8")
    assert str(failed()) == "kubectl cannot be run: it is a script for /nowhere/python, which is not here"


def test_a_failure_is_quoted_without_secrets(install: Install) -> None:
    words = r"E1122 memcache.go:265\n\x1b[31merror: https://me:hidden@api failed, token=geheim; Bearer abc" + "x" * 60
    install(f'sys.stderr.write("{words}"); sys.exit(1)')
    error = failed()
    assert str(error).startswith("`kubectl get nodes` exited with status 1: E1122 memcache.go:265 \\x1b[31merror: ")
    for secret in ("hidden", "geheim", "abc", "x" * 50, "\x1b"):
        assert secret not in f"{error}{error.help}"
    assert "Run it manually" in (error.help or "")


def test_long_messages_keep_their_end(install: Install) -> None:
    install('sys.stderr.write("again and " * 100_000 + "refused"); sys.exit(7)')
    error = failed()
    assert str(error).startswith("`kubectl get nodes` exited with status 7: … ")
    assert str(error).endswith("again and refused")
    assert len(str(error)) < 400


def test_missing_rights_are_reported_of(install: Install) -> None:
    install('sys.stderr.write("Error from server (Forbidden): nodes is forbidden"); sys.exit(1)')
    assert "create clusterrole node-lister --verb=list" in (failed().help or "")


def test_kubectl_that_never_ends_is_killed_with_its_children(install: Install) -> None:
    folder = install(
        "child = os.fork()\n"
        'open(os.path.dirname(sys.argv[0]) + ("/parent" if child else "/child"), "w").write(str(os.getpid()))\n'
        'sys.stderr.write("waiting for you to log in\\n"); sys.stderr.flush(); time.sleep(60)'
    )
    error = failed(SOON)
    assert str(error).startswith("`kubectl get nodes` did not exit within 2 s: waiting for you to log in")
    assert "Raise `--timeout`" in (error.help or "")
    for name in ("parent", "child"):
        assert is_gone(int((folder / name).read_text(encoding="utf-8")))


def is_gone(process: int) -> bool:
    """Wait until a process has ended; one that waits for its parent to notice has."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_a_child_that_keeps_the_output_open_does_not_keep_one_waiting(install: Install) -> None:
    install(f"{printing(nodes('a'))}\nif os.fork() == 0: time.sleep(60)")
    assert "did not exit within 2 s" in str(failed(SOON))


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_output_without_end(install: Install, stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kubectl, "LARGEST", 1024 * 1024)
    install(f'while True: sys.{stream}.write("x" * 60_000)')
    assert str(failed(30)) == "the output of `kubectl get nodes` is too large"


@pytest.mark.parametrize("text", ["", "NAME STATUS\na Ready", "[" * 200_000, '{"items": [', "\udcff"])
def test_what_is_no_json(install: Install, text: str) -> None:
    install(f"sys.stdout.buffer.write({text.encode('utf-8', 'surrogateescape')!r})")
    assert str(failed()) == "the output of `kubectl get nodes` is not JSON"


@pytest.mark.parametrize("found", [[], 7, None, {}, {"kind": "Status"}, {"items": 7}, {"items": "a"}, {"items": {}}])
def test_what_is_no_list(install: Install, found: object) -> None:
    install(printing(found))
    assert str(failed()) == "the output of `kubectl get nodes` is not a list of nodes"


@pytest.mark.parametrize("name", ["", "A", "a b", "a\x1b[31m", "-a", "a" * 254, 5, None, ["a"]])
def test_names_that_no_node_can_have(install: Install, name: object) -> None:
    install(f"print({json.dumps(nodes('good', name))!r})")
    assert str(failed()) == "the output of `kubectl get nodes` contains a node without a valid name"


@pytest.mark.parametrize("items", [[["a"]], [None], [7], [{"metadata": []}], [{}]])
def test_items_of_wrong_types(install: Install, items: list[object]) -> None:
    install(printing({"items": items}))
    assert "without a valid name" in str(failed())


@pytest.mark.parametrize("items", [[], None])
def test_a_cluster_without_nodes(install: Install, items: object) -> None:
    install(printing({"items": items}))
    assert str(failed()) == "the cluster has no nodes"


def test_the_real_kubectl_says_what_is_wrong_with_a_kubeconfig(tmp_path: Path) -> None:
    found = [folder for folder in os.get_exec_path() if (Path(folder) / "kubectl").exists()]
    if not found:
        pytest.skip("kubectl is not installed")
    with pytest.raises(ClusterFailed, match=r"exited with status 1: .*no such file or directory"):
        node_names(str(tmp_path / "missing.conf"), None, 30)

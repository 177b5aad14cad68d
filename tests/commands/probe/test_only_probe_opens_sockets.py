"""No command but those of `probe` touches the network: Python itself reports every socket that is opened."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from schedcfg.cli import group
from tests.paths import ROOT

WATCH = """
import os, sys

network = "socket.", "ssl.", "urllib.", "http.client."
processes = "subprocess.", "os.exec", "os.posix_spawn", "os.system"

def watch(event, given):
    if event.startswith(network + processes):
        os.write(2, f"WATCHED {event}\\n".encode())

sys.addaudithook(watch)
sys.argv[0] = "schedcfg"
"""
"""What other processes do is not seen: starting one counts too."""

OUR_COMMAND = "from schedcfg.__main__ import main; main()"

ALL_COMMANDS = """
import io, json

calls, resources = json.load(sys.stdin)
report = os.dup(1)
for name, arguments, out, err in calls:
    for number, path in ((1, out), (2, err)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, number)
        os.close(file)
    sys.argv[1:] = arguments
    sys.stdin = io.TextIOWrapper(io.BytesIO(resources.encode()))
    status = 0
    try:
        from schedcfg.__main__ import main
        main()
    except SystemExit as end:
        status = end.code or 0
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(report, json.dumps([name, status]).encode() + b"\\n")
"""
"""One process for all commands: to start it takes longer than each of them."""

CONFIG = "examples/profiles.yaml"

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
WRITTEN = {
    "stock.yaml": f"{V1}clientConnection: {{kubeconfig: /etc/kubernetes/scheduler.conf}}\n",
    "batch.yaml": f"{V1}profiles: [{{schedulerName: batch}}]\n",
    "k3s.yaml": f"{V1}clientConnection: {{kubeconfig: /var/lib/rancher/k3s/server/cred/scheduler.kubeconfig}}\n",
    "rke2.yaml": f"{V1}clientConnection: {{kubeconfig: /var/lib/rancher/rke2/server/cred/scheduler.kubeconfig}}\n",
}
"""What the examples do not have: a scheduler besides the cluster's own, and the places of some distributions."""

TABLE: dict[str, tuple[str, ...]] = {
    "init": ("--yes", "{made}"),
    "validate": ("examples",),
    "effective": ("examples/extender.yaml", "examples/network-traffic.yaml"),
    "why": ("NetworkTraffic", "examples/network-traffic.yaml"),
    "migrate": ("--to", "v1", "--diff", "examples/broken/old-version.yaml"),
    "diff": ("examples/profiles.yaml", "examples/extender.yaml"),
    "upgrade": ("examples", "--from", "1.22", "--to", "1.24"),
    "generate config": ("--profile", "packer=bin-packing"),
    "generate profile": ("extender", "--extender-url", "http://127.0.0.1:1/", "--filter-verb", "filter"),
    "generate static-pod": ("--config", "{given}/stock.yaml"),
    "generate kubeadm": ("--config", "{given}/stock.yaml"),
    "generate second-scheduler": ("--config", "{given}/batch.yaml"),
    "generate pod-policy": ("--config", "{given}/batch.yaml", "--namespace", "jobs", "--kubernetes", "1.36"),
    "generate monitoring": (),
    "generate aks": ("--config", CONFIG),
    "generate eks": ("--config", "{given}/stock.yaml"),
    "generate gardener": ("--config", "{given}/stock.yaml"),
    "generate k3s": ("--config", "{given}/k3s.yaml"),
    "generate kind": ("--config", "{given}/stock.yaml"),
    "generate kops": ("--config", CONFIG),
    "generate kubespray": ("--config", CONFIG),
    "generate minikube": ("--config", "{given}/stock.yaml"),
    "generate openshift": ("--config", "{given}/batch.yaml", "--image", "registry.example/scheduler:1"),
    "generate openshift-profile": ("--config", "{given}/stock.yaml"),
    "generate rke2": ("--config", "{given}/rke2.yaml"),
    "generate talos": ("--config", CONFIG),
    "krm": (),
    "explain": ("profiles.plugins",),
    "list rules": (),
    "list plugins": ("NodeResourcesFit",),
    "list releases": (),
    "schema": ("--all", "--write-to", "{made}"),
}
"""A real call of every command; `{given}` is the folder with `WRITTEN`, `{made}` an empty one."""

RESOURCES = "kind: ResourceList\nfunctionConfig: {kind: ConfigMap, data: {kubernetes: '1.29'}}\nitems: []\n"


def commands(of: click.Command, context: click.Context, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Name every command, those of groups as `group command`, but `probe`, `server`, and those that run a program."""
    if not isinstance(of, click.Group):
        yield " ".join(path)
        return
    for name in of.list_commands(context):
        if path or name not in {"probe", "confirm", "try", "test", "server"}:
            inner = of.get_command(context, name)
            assert inner is not None
            yield from commands(inner, click.Context(inner, parent=context), (*path, name))


COMMANDS = list(commands(group, click.Context(group)))


def watched(
    arguments: list[str], program: str = OUR_COMMAND, given: str = RESOURCES, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WATCH + program, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def events(errors: str) -> list[str]:
    return [line.removeprefix("WATCHED ") for line in errors.splitlines() if line.startswith("WATCHED ")]


def test_every_command_has_a_call() -> None:
    assert set(COMMANDS) == set(TABLE)


class Ran(NamedTuple):
    status: int
    out: str
    err: str
    made: list[Path]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ran]:
    """Run every command once, one after the other in one process that is watched."""
    folder = tmp_path_factory.mktemp("watched")
    for file, text in WRITTEN.items():
        (folder / file).write_text(text, encoding="utf-8")
    calls = []
    for name in COMMANDS:
        made = folder / name / "made"
        made.mkdir(parents=True)
        arguments = [*name.split(), *(argument.format(given=folder, made=made) for argument in TABLE[name])]
        calls.append([name, arguments, str(folder / name / "out"), str(folder / name / "err")])
    run = watched([], ALL_COMMANDS, json.dumps([calls, RESOURCES]))
    statuses = dict(json.loads(line) for line in run.stdout.splitlines())
    return {
        name: Ran(statuses[name], Path(out).read_text("utf-8"), Path(err).read_text("utf-8"), _files(folder / name))
        for name, _, out, err in calls
        if name in statuses
    }


def _files(folder: Path) -> list[Path]:
    return list((folder / "made").iterdir())


@pytest.mark.parametrize("name", COMMANDS)
def test_no_socket_is_opened(name: str, ran: dict[str, Ran]) -> None:
    run = ran[name]
    assert run.status in {0, 1}, run.err
    assert run.out or run.made, run.err
    assert events(run.err) == []


def test_the_server_connects_to_nothing() -> None:
    """Its loop wakes itself by a pair of sockets that lead nowhere; and it ends where its editor does."""
    pytest.importorskip("pygls")
    opened = "Content-Length: {}\r\n\r\n{}"
    started = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
    uri = (ROOT / CONFIG).as_uri()
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": (ROOT / CONFIG).read_text("utf-8")}
    shown = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
    hover = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 2}}
    asked = {"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": hover}
    messages = [started, json.dumps(shown), json.dumps(asked)]
    run = watched(["server"], given="".join(opened.format(len(one.encode()), one) for one in messages))
    assert run.returncode == 0, run.stderr
    assert '"id": 1' in run.stdout.replace('"id":1', '"id": 1')
    assert set(events(run.stderr)) == {"socket.__new__"}


@pytest.mark.parametrize(("shell", "word"), [("bash", "1"), ("zsh", "1"), ("fish", "val")])
def test_completion_opens_none(shell: str, word: str) -> None:
    run = watched([], _SCHEDCFG_COMPLETE=f"{shell}_complete", COMP_WORDS="schedcfg val", COMP_CWORD=word)
    assert "validate" in run.stdout
    assert events(run.stderr) == []


@pytest.mark.parametrize(
    ("program", "event"),
    [
        ("import socket; socket.socket().close()", "socket.__new__"),
        ("import socket; socket.getaddrinfo('127.0.0.1', 1)", "socket.getaddrinfo"),
        ("import subprocess; subprocess.run(['true'])", "subprocess.Popen"),
        (
            "from schedcfg.integrations.http import HttpRequest, send\n"
            "from schedcfg.integrations.http_failures import RequestFailed\n"
            "try: send(HttpRequest('GET', 'http://127.0.0.1:1'))\n"
            "except RequestFailed: pass",
            "socket.connect",
        ),
    ],
)
def test_it_would_be_noticed(program: str, event: str) -> None:
    assert event in events(watched([], program).stderr)


@pytest.mark.parametrize(
    "arguments", [["schema", "probe-extender"], ["probe", "extender", "--help"], ["validate", CONFIG]]
)
def test_the_client_of_http_is_imported_only_where_a_server_is_asked(arguments: list[str]) -> None:
    program = f"import sys; sys.argv[1:] = {arguments!r}\ntry:\n    {OUR_COMMAND.replace('; ', chr(10) + '    ')}\n"
    program += "finally:\n    assert not {'urllib3', 'schedcfg.integrations.http'} & sys.modules.keys()"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr

"""No command but those of `probe` touches the network: Python itself reports every socket that is opened."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from schedcfg.cli import group

ROOT = Path(__file__).parents[2]

RUN_WATCHED = """
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
    "migrate": ("--to", "v1", "--diff", "examples/old-version.yaml"),
    "diff": ("examples/profiles.yaml", "examples/extender.yaml"),
    "generate config": ("--profile", "packer=bin-packing"),
    "generate profile": ("extender", "--extender-url", "http://127.0.0.1:1/", "--filter-verb", "filter"),
    "generate static-pod": ("--config", "{given}/stock.yaml"),
    "generate kubeadm": ("--config", "{given}/stock.yaml"),
    "generate second-scheduler": ("--config", "{given}/batch.yaml"),
    "generate aks": ("--config", CONFIG),
    "generate k3s": ("--config", "{given}/k3s.yaml"),
    "generate kind": ("--config", "{given}/stock.yaml"),
    "generate kops": ("--config", CONFIG),
    "generate kubespray": ("--config", CONFIG),
    "generate openshift": ("--config", "{given}/batch.yaml", "--image", "registry.example/scheduler:1"),
    "generate rke2": ("--config", "{given}/rke2.yaml"),
    "generate talos": ("--config", CONFIG),
    "krm": (),
    "explain": ("profiles.plugins",),
    "rules": (),
    "plugins": ("NodeResourcesFit",),
    "releases": (),
    "schema": ("--all", "-o", "{made}"),
}
"""A real call of every command; `{given}` is the folder with `WRITTEN`, `{made}` an empty one."""

RESOURCES = "kind: ResourceList\nfunctionConfig: {kind: ConfigMap, data: {kubernetes: '1.29'}}\nitems: []\n"


def commands(of: click.Command, context: click.Context, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Name every command, those of groups as `group command`; `probe` is what the others are told apart from."""
    if not isinstance(of, click.Group):
        yield " ".join(path)
        return
    for name in of.list_commands(context):
        if path or name != "probe":
            inner = of.get_command(context, name)
            assert inner is not None
            yield from commands(inner, click.Context(inner, parent=context), (*path, name))


COMMANDS = list(commands(group, click.Context(group)))


def watched(arguments: list[str], program: str = OUR_COMMAND, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN_WATCHED + program, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        input=RESOURCES,
        capture_output=True,
        text=True,
        check=False,
    )


def events(run: subprocess.CompletedProcess[str]) -> list[str]:
    return [line.removeprefix("WATCHED ") for line in run.stderr.splitlines() if line.startswith("WATCHED ")]


def test_every_command_has_a_call() -> None:
    assert set(COMMANDS) == set(TABLE)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_socket_is_opened(name: str, tmp_path: Path) -> None:
    given, made = tmp_path / "given", tmp_path / "made"
    given.mkdir()
    made.mkdir()
    for file, text in WRITTEN.items():
        (given / file).write_text(text, encoding="utf-8")
    run = watched([*name.split(), *(argument.format(given=given, made=made) for argument in TABLE[name])])
    assert run.returncode in {0, 1}, run.stderr
    assert run.stdout or list(made.iterdir()), run.stderr
    assert events(run) == []


@pytest.mark.parametrize(("shell", "word"), [("bash", "1"), ("zsh", "1"), ("fish", "val")])
def test_completion_opens_none(shell: str, word: str) -> None:
    run = watched([], _SCHEDCFG_COMPLETE=f"{shell}_complete", COMP_WORDS="schedcfg val", COMP_CWORD=word)
    assert "validate" in run.stdout
    assert events(run) == []


@pytest.mark.parametrize(
    ("program", "event"),
    [
        ("import socket; socket.socket().close()", "socket.__new__"),
        ("import socket; socket.getaddrinfo('127.0.0.1', 1)", "socket.getaddrinfo"),
        ("import subprocess; subprocess.run(['true'])", "subprocess.Popen"),
        (
            "from schedcfg.probe.http import HttpRequest, RequestFailed, send\n"
            "try: send(HttpRequest('GET', 'http://127.0.0.1:1'))\n"
            "except RequestFailed: pass",
            "socket.connect",
        ),
    ],
)
def test_it_would_be_noticed(program: str, event: str) -> None:
    assert event in events(watched([], program))


@pytest.mark.parametrize(
    "arguments", [["schema", "probe-extender"], ["probe", "extender", "--help"], ["validate", CONFIG]]
)
def test_the_client_of_http_is_imported_only_where_a_server_is_asked(arguments: list[str]) -> None:
    program = f"import sys; sys.argv[1:] = {arguments!r}\ntry:\n    {OUR_COMMAND.replace('; ', chr(10) + '    ')}\n"
    program += "finally:\n    assert not {'urllib3', 'schedcfg.probe.http'} & sys.modules.keys()"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr

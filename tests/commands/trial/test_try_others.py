"""`schedcfg try` with programs and servers of others: images, kubectl, extenders; and what signals leave of it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.probe.extender_server import extender as extending
from tests.commands.trial import programs
from tests.commands.trial.try_command import CONFIGURATION, NODES, PODS, Run, Trial, nodes_of
from tests.integrations import misbehaving
from tests.paths import ROOT
from tests.processes import PATIENCE, heed_signals, wait_until
from tests.stand_in import StandIn


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


CONTAINER_TOOL = """\
#!/bin/sh
echo "$@" >> {folder}/calls
case "$*" in
'cp --help') echo 'Options: {option}';;
'cp {option}'*:/usr/bin/kube-scheduler' '*) for target; do :; done; exec cp {program} "$target";;
'cp '*) echo "Error: no such file" >&2; exit 1;;
esac
"""


@pytest.mark.parametrize(("tool", "option"), [("docker", "--follow-link"), ("podman", "")])
def test_a_program_is_copied_out_of_an_image(trial: Trial, on_path: Path, tool: str, option: str) -> None:
    program = on_path / tool
    program.write_text(CONTAINER_TOOL.format(folder=trial.folder, option=option, program=trial.program), "utf-8")
    program.chmod(0o755)
    image = ("--image", "registry.example.com/kube-scheduler:v1.33.3")
    assert nodes_of(trial.placed(program=image)) == ["node-0"] * 3
    calls = [call.split() for call in (trial.folder / "calls").read_text(encoding="utf-8").splitlines()]
    assert [call[0] for call in calls] == ["ps", "create", "cp", "cp", "cp", "rm"]
    assert "--network=none" in calls[1]
    assert {"--follow-link" in call for call in calls[3:5]} == {bool(option)}
    done = trial(program=(*image, "--entrypoint", "/opt/scheduler"))
    assert (done.status, done.out) == (2, "")
    assert "has no kube-scheduler that can be copied; tried: /opt/scheduler" in done.err
    assert "no such file" in done.err


def test_nodes_come_from_a_cluster(trial: Trial, on_path: Path, schedcfg: Run) -> None:
    listed = {
        "nodes": [programs.node("real-0"), programs.node("real-1")],
        "pods": [programs.pod("old", nodeName="real-0", cpu="3")],
    }
    kubectl = StandIn(on_path, "kubectl")
    for name, items in listed.items():
        kubectl.answers("get", name, file=trial.file(f"{name}.json", json.dumps({"kind": "List", "items": items})))
    kubectl.answers(errors="error: the server doesn't have a resource type", status=1)
    done = schedcfg(
        "try", trial.configuration, "--cluster", "--pods", PODS, "--binary", trial.program, "--output", "json"
    )
    assert done.status == 0, done.err
    assert nodes_of(done.report) == ["real-0", "real-1", "real-1"]
    assert {call[0] for call in kubectl.calls} == {"get"}
    assert not [call for call in kubectl.calls if "secrets" in call or "configmaps" in call]


EXTENDERS = 'extenders: [{{urlPrefix: "{url}", filterVerb: filter, bindVerb: bind, nodeCacheCapable: true}}]\n'


def only_the_second_node(body: Any) -> Any:
    """Answer as an extender that keeps one node."""
    return {"NodeNames": [name for name in body["NodeNames"] if name == "node-1"]}


def test_extenders_are_called_through_the_stand_in_and_never_to_bind(trial: Trial) -> None:
    with extending({"/filter": only_the_second_node}) as extender:
        trial.file("scheduler.yaml", CONFIGURATION + EXTENDERS.format(url=extender.url))
        report = trial.placed("--call-extenders")
    assert nodes_of(report) == ["node-1"] * 3
    assert extender.paths() == ["/filter"] * 3
    assert all(asked.body["Pod"]["metadata"]["name"].startswith("pod-") for asked in extender.asked)
    (run,) = report["variants"][0]["runs"]
    assert any("was called: filter 3 times" in note for note in run["notes"])


@pytest.mark.parametrize(
    ("behave", "said"),
    [
        (misbehaving.dripping_body, "no complete response within 0.3 s"),
        (misbehaving.endless_body, "the response is longer than"),
        (misbehaving.resetting, "connection reset by peer"),
        (misbehaving.redirecting(b"307 x", "http://u:Zx9kQ@192.0.2.1/?token=Zx9kQ"), "redirects to"),
        (misbehaving.redirecting(b"307 x", "file:///etc/passwd"), "redirects to an invalid address"),
        (misbehaving.answering(misbehaving.whole(b'{"Error": "password: Zx9kQ"}')), "was called: filter"),
        (misbehaving.answering(misbehaving.whole(b'{"NodeNames": [null, 5, "\\u001b[2J"]}')), "was called: filter"),
    ],
    ids=["drips", "does not end", "resets", "sends elsewhere", "sends to a file", "says a secret", "says nonsense"],
)
def test_an_extender_that_misbehaves_ends_no_trial(trial: Trial, behave: misbehaving.Behavior, said: str) -> None:
    with misbehaving.serving(behave) as extender:
        text = EXTENDERS.format(url=extender.url).replace("filterVerb", "httpTimeout: 300ms, filterVerb")
        trial.file("scheduler.yaml", CONFIGURATION + text)
        done = trial("--call-extenders", "--output", "json")
    assert done.status in {0, 1}, done.err
    assert said in done.out
    assert "Zx9kQ" not in done.out + done.err
    assert "\x1b" not in done.out + done.err
    assert extender.asked


def test_extenders_are_not_called_unless_that_is_requested(trial: Trial) -> None:
    with extending({"/filter": only_the_second_node}) as extender:
        trial.file("scheduler.yaml", CONFIGURATION + EXTENDERS.format(url=extender.url))
        report = trial.placed()
    assert nodes_of(report) == ["node-0"] * 3
    assert extender.paths() == []
    assert any("--call-extenders" in note for note in report["notes"]), report["notes"]


def running(folder: Path) -> list[str]:
    """Return the command lines of programs that were started with something of a folder."""
    shown = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in shown.splitlines() if f"{folder}/left" in line]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_nothing(trial: Trial, number: signal.Signals) -> None:
    trial.file("scheduler.yaml", f"{CONFIGURATION}percentageOfNodesToScore: 91\n")
    left = trial.folder / "left"
    left.mkdir()
    given = ["--nodes", NODES, "--pods", PODS, "--binary", trial.program, "--timeout", str(PATIENCE)]
    process = subprocess.Popen(
        [sys.executable, "-m", "schedcfg", "try", trial.configuration, *given],
        env={**os.environ, "TMPDIR": str(left), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_signals,  # noqa: PLW1509 - no thread of a test holds a lock that it needs
    )
    try:
        assert wait_until(lambda: running(trial.folder))
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, out, err.strip()) == (128 + number, b"", b"")
    assert list(left.iterdir()) == []
    # What was being started at that moment is killed, and not waited for.
    assert wait_until(lambda: running(trial.folder) == [])

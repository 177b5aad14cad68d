"""`schedcfg probe`, as scripts use it; who asks the servers is replaced by what says what it was asked to do."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schedcfg.cli.streams import waiting
from schedcfg.commands.probe.extender import run as extender_run
from schedcfg.commands.probe.extender.results import ExtenderProbe, ExtenderVerb
from schedcfg.commands.probe.extender.run import ExtenderProbeOptions
from schedcfg.commands.probe.inputs import validate_file
from schedcfg.commands.probe.network_traffic import run as network_traffic_run
from schedcfg.commands.probe.network_traffic.results import TrafficProbe
from schedcfg.commands.probe.network_traffic.run import TrafficProbeOptions
from schedcfg.errors import ServerUnavailable, UnreadableInput
from schedcfg.output import load
from schedcfg.output.summary import Summary
from tests.cli.contract_complaints import complaints
from tests.commands.probe.given_probes import (
    CONFIGURATION,
    NO_NODES,
    ODD_TRAFFIC,
    ODD_TRIALS,
    REPORT,
    SUMMED,
    TRIAL,
    traffic,
    trials,
)

Run = Callable[..., Any]


class Stub:
    """Stands for an operation: keeps what it is given, and answers what a test wants."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.given: list[tuple[Any, ...]] = []

    def __call__(self, raw: bytes, path: str, settings: Any, option: Any) -> Any:
        self.given.append((raw, path, settings, option))
        if isinstance(self.answer, BaseException):
            raise self.answer
        return replace(self.answer, file=validate_file(raw, path, settings).report)


@pytest.fixture
def asks(monkeypatch: pytest.MonkeyPatch) -> Stub:
    stub = Stub(traffic(REPORT))
    monkeypatch.setattr(network_traffic_run, "probe_network_traffic", stub)
    return stub


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> Stub:
    stub = Stub(trials(TRIAL))
    monkeypatch.setattr(extender_run, "probe_extender", stub)
    return stub


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scheduler.yaml"
    path.write_bytes(CONFIGURATION)
    return path


def test_what_network_traffic_is_asked_by_default(schedcfg: Run, asks: Stub, file: Path) -> None:
    done = schedcfg("probe", "network-traffic", file)
    assert (done.status, done.err) == (0, "everything would work: 1 warning\n")
    assert "PROFILE network-traffic" in done.out
    ((raw, path, settings, asking),) = asks.given
    assert (raw, path, settings.kubernetes) == (CONFIGURATION, str(file), None)
    assert asking == TrafficProbeOptions()


def test_options_of_network_traffic(schedcfg: Run, asks: Stub, file: Path) -> None:
    nodes = ("--node", "b", "--node", "a", "--node", "b")
    schedcfg("probe", "network-traffic", file, *nodes, "--timeout", "500ms", "-k", "1.28", "--plugin", "Own")
    schedcfg("probe", "network-traffic", file, "--kubeconfig", "k", "--context", "c", "--timeout", "3")
    (_, _, settings, first), (_, _, _, second) = asks.given
    assert first == TrafficProbeOptions(("b", "a"), seconds=0.5)
    assert (settings.kubernetes, settings.registry.declared) == ("1.28", frozenset({"Own"}))
    assert second == TrafficProbeOptions((), None, "k", "c", 3.0)


def test_options_of_extenders(schedcfg: Run, tries: Stub, file: Path) -> None:
    assert schedcfg("probe", "extender", file).status == 0
    schedcfg("probe", "extender", file, "--pod", "p", "--nodes", "n", "--include", "bind", "--timeout", "1m")
    schedcfg("probe", "extender", file, "--include", "preempt", "--include", "bind", "--as-config")
    schedcfg("probe", "extender", file, "--node", "b", "--node", "a", "--node", "b")
    chosen_options = [option for *_, option in tries.given]
    assert chosen_options == [
        ExtenderProbeOptions(),
        ExtenderProbeOptions("p", "n", (), frozenset({ExtenderVerb.BIND}), 60.0),
        ExtenderProbeOptions(include=frozenset({ExtenderVerb.BIND, ExtenderVerb.PREEMPT})),
        ExtenderProbeOptions(names=("b", "a")),
    ]


@pytest.mark.parametrize("command", ["network-traffic", "extender"])
def test_standard_input(schedcfg: Run, asks: Stub, tries: Stub, command: str) -> None:
    done = schedcfg("probe", command, "-", stdin=CONFIGURATION)
    assert done.status == 0
    assert done.out.startswith("standard input: checked against Kubernetes 1.29\n")
    ((raw, path, _, _),) = (*asks.given, *tries.given)
    assert (raw, path) == (CONFIGURATION, "-")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["network-traffic"], "missing argument"),
        (["network-traffic", "FILE", "--context", "c"], "--context needs --kubeconfig"),
        (["extender", "FILE", "--node", "a", "--nodes", "n"], "--node and --nodes exclude each other"),
        (["network-traffic", "FILE", "--node", "a", "--kubeconfig", "k"], "--node and --kubeconfig exclude each other"),
        (["network-traffic", "FILE", "--node", "a", "--nodes", "n"], "--node and --nodes exclude each other"),
        (["network-traffic", "FILE", "--nodes", "n", "--kubeconfig", "k"], "--nodes and --kubeconfig exclude each"),
        (["network-traffic", "-", "--nodes", "-"], "only one of FILE and --nodes can be standard input"),
        (["network-traffic", "FILE", "--node", ""], "name of the node is empty"),
        (["network-traffic", "FILE", "--timeout", "soon"], "'soon' is not a duration"),
        (["network-traffic", "FILE", "--timeout", "0"], "more than 0, at most 1h"),
        (["network-traffic", "FILE", "--timeout", "-1s"], "more than 0, at most 1h"),
        (["network-traffic", "FILE", "--timeout", "2h"], "more than 0, at most 1h"),
        (["network-traffic", "FILE", "--timeout", ""], "'' is not a duration"),
        (["network-traffic", "FILE", "--output", "yaml"], "'yaml' is not a format; choose from text, json"),
        (["network-traffic", "FILE", "--as-config", "--as-policy"], "exclude each other"),
        (["extender", "FILE", "--output", "svg"], "'svg' is not a format; choose from text, json"),
        (["extender", "FILE", "--include", "filter"], "'filter' is not one of 'bind', 'preempt'"),
        (["extender", "-", "--pod", "-"], "only one of FILE, --pod and --nodes can be standard input"),
        (["extender", "FILE", "-k", "1.99"], "1.99"),
        (["elsewhere", "FILE"], "no such command"),
    ],
    ids=" ".join,
)
def test_wrong_usage(schedcfg: Run, asks: Stub, tries: Stub, file: Path, arguments: list[str], told: str) -> None:
    done = schedcfg("probe", *(str(file) if word == "FILE" else word for word in arguments))
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert not asks.given
    assert not tries.given


def test_an_error_of_a_server_fails_the_run(schedcfg: Run, asks: Stub, file: Path) -> None:
    asks.answer = traffic(replace(REPORT, findings=(NO_NODES, SUMMED)))
    done = schedcfg("probe", "network-traffic", file)
    assert (done.status, done.err) == (1, "something would fail: 1 error, 1 warning\n")


@pytest.mark.usefixtures("tries")
def test_nothing_to_complain_about(schedcfg: Run, file: Path) -> None:
    done = schedcfg("probe", "extender", file)
    assert (done.status, done.err) == (0, "everything would work\n")


def test_a_refused_file(schedcfg: Run, asks: Stub, file: Path) -> None:
    file.write_bytes(CONFIGURATION + b"paralellism: 2\n")
    asks.answer = replace(asks.answer, reports=())
    done = schedcfg("probe", "network-traffic", file)
    assert done.status == 1
    assert "refused[unknown-field]" in done.out
    assert done.err.endswith(": 1 refused\n")


@pytest.mark.parametrize("command", ["network-traffic", "extender"])
def test_a_missing_file(schedcfg: Run, asks: Stub, tries: Stub, command: str) -> None:
    done = schedcfg("probe", command, "missing.yaml")
    assert done.status == 3
    assert (done.out, done.err.splitlines()[0]) == (
        "",
        "schedcfg: missing.yaml cannot be read: there is no such file. Check the spelling.",
    )
    report = schedcfg("probe", command, "missing.yaml", "--output", "json").report
    assert (report["verdict"], report["works"]) == ("unreadable", None)
    assert not asks.given
    assert not tries.given


def test_another_file_that_cannot_be_read(schedcfg: Run, asks: Stub, file: Path) -> None:
    asks.answer = UnreadableInput("k cannot be read: there is no such file", "Check the spelling.")
    done = schedcfg("probe", "network-traffic", file, "--kubeconfig", "k")
    assert (done.status, done.out) == (3, "")
    assert done.err == "schedcfg: k cannot be read: there is no such file\n  help: Check the spelling.\n"


def test_a_cluster_that_does_not_tell_its_nodes(schedcfg: Run, asks: Stub, file: Path) -> None:
    asks.answer = ServerUnavailable("the API server https://10.0.0.1:6443 does not answer", "Start it.")
    done = schedcfg("probe", "network-traffic", file, "--kubeconfig", "k")
    assert (done.status, done.out) == (3, "")
    assert done.err == "schedcfg: the API server https://10.0.0.1:6443 does not answer\n  help: Start it.\n"


@pytest.mark.usefixtures("asks")
def test_a_file_that_holds_no_configuration(schedcfg: Run, file: Path) -> None:
    file.write_text("apiVersion: v1\nkind: Pod\n", encoding="utf-8")
    done = schedcfg("probe", "network-traffic", file)
    assert done.status == 1
    assert "refused by Kubernetes" in done.out
    assert "Pod" in done.out


def test_an_interrupt_ends_it_quietly(schedcfg: Run, asks: Stub, file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asks.answer = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        schedcfg("probe", "network-traffic", file)
    out, err = capfd.readouterr()
    assert (out, err.strip()) == ("", "")


@pytest.mark.usefixtures("asks", "tries")
def test_json_has_everything(schedcfg: Run, file: Path) -> None:
    done = schedcfg("probe", "network-traffic", file, "--output", "json")
    assert (done.status, done.err) == (0, "")
    assert [node["query"] for node in done.report["profiles"][0]["nodes"]] == [node.query for node in REPORT.nodes]
    assert (done.report["works"], done.report["kubernetes"]) == (True, "1.29")
    extenders = schedcfg("probe", "extender", file, "--output", "json").report["extenders"]
    assert [call["verb"] for call in extenders[0]["calls"]] == ["filter", "prioritize", "bind"]


@pytest.mark.parametrize("name", ODD_TRAFFIC)
def test_the_json_of_network_traffic_is_its_contract(name: str) -> None:
    assert complaints("probe-network-traffic", written(ODD_TRAFFIC[name])) == []


@pytest.mark.parametrize("name", ODD_TRIALS)
def test_the_json_of_extenders_is_its_contract(name: str) -> None:
    assert complaints("probe-extender", written(ODD_TRIALS[name])) == []


def written(probe: TrafficProbe | ExtenderProbe) -> Any:
    text = "".join(load("schedcfg.commands.probe.json_report")(iter([probe]), Summary(), colored=False))
    return json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize("words", [(), ("network-traffic",), ("extender",)], ids=" ".join)
def test_help_is_quick(words: tuple[str, ...]) -> None:
    code = (
        "import sys; sys.argv = ['schedcfg', 'probe', *sys.argv[1:], '--help']\n"
        "from schedcfg.__main__ import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code in (0, None), end.code\n"
        "heavy = {'ssl', 'http', 'http.client', 'socket', 'pydantic', 'yaml'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "schedcfg probe" in done.stdout.replace("python -m ", "")


class Terminal:
    """Standard error that is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("ci", "shown"), [("", "asking …\r\x1b[K"), ("true", "")])
def test_a_terminal_is_reported_that_servers_are_asked(monkeypatch: pytest.MonkeyPatch, ci: str, shown: str) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(KeyboardInterrupt), waiting("asking"):
        raise KeyboardInterrupt
    assert terminal.text == shown

"""`try` shows no secret: not of objects, not of configurations, and not what a scheduler repeats of them."""

import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.test import FORMATS as TESTED
from schedcfg.commands.trial import FORMATS
from schedcfg.document.secrets_in_data import secrets_in
from tests.called import Result
from tests.commands.trial import programs
from tests.commands.trial.test_hostile_inputs import PATHS, begin, changed
from tests.hostile.planted_secrets import NAMES, Secrets, planted
from tests.output.html.pages import unfolded

Run = Callable[..., Result]

REPEATING = 96
"""`percentageOfNodesToScore` with which `first_fit.py` repeats all that it knows where a Pod gets no node."""


class PlantedTrial:
    """A configuration, a Pod for which no node has room, and that node: each with secrets wherever some can be."""

    def __init__(self, schedcfg: Run, folder: Path) -> None:
        self.schedcfg = schedcfg
        self._places = count(1)
        self.program = programs.executable(folder / "kube-scheduler")
        self.folder = folder
        self.secrets: Secrets = {}  # Value → where it is
        self._file("pods.json", self._pod())
        self._file("nodes.json", self._node())

    def _file(self, name: str, content: Any) -> Path:
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def planted(self, place: str) -> Secrets:
        """Return secrets for a place, which are known from then on."""
        number = next(self._places)
        found = {name: f"Zx9kQ{number:02}Lm{index:02}w" for index, name in enumerate(NAMES)}
        self.secrets |= {value: f"{name} in {place}" for name, value in found.items()}
        return found

    def _pod(self) -> Any:
        pod = programs.pod("large", cpu="64")
        (container,) = pod["spec"]["containers"]
        headers = [{"name": name, "value": value} for name, value in self.planted("headers").items()]
        container |= {
            "env": [{"name": name, "value": value} for name, value in self.planted("variables").items()],
            "args": [f"--{name}={value}" for name, value in self.planted("flags").items()],
            "command": [word for name, value in self.planted("words").items() for word in (f"--{name}", value)],
            "livenessProbe": {"httpGet": {"port": 1, "httpHeaders": headers}},
        }
        pod["metadata"] |= {"annotations": self.planted("annotations"), "labels": self.planted("labels")}
        pod["spec"]["volumes"] = [{"name": "v", "csi": {"driver": "d", "volumeAttributes": self.planted("volumes")}}]
        return pod

    def _node(self) -> Any:
        node = programs.node("node-0", cpu="4")
        taints = self.planted("taints").items()
        node["metadata"]["annotations"] = self.planted("annotations of nodes")
        node["metadata"]["labels"] |= self.planted("labels of nodes")
        node["spec"]["taints"] = [{"key": name, "value": value, "effect": "PreferNoSchedule"} for name, value in taints]
        return node

    def configuration(self, name: str) -> Path:
        """Write a configuration, and return its path."""
        extenders = [
            {"urlPrefix": f"http://{user}:{password}@host/?{user}={password}", "weight": 1}
            for user, password in self.planted(f"extenders of {name}").items()
        ]
        args = {"name": "Unknown", "args": self.planted(f"Args of {name}")}
        document = {
            "apiVersion": "kubescheduler.config.k8s.io/v1",
            "kind": "KubeSchedulerConfiguration",
            "percentageOfNodesToScore": REPEATING,
            "extenders": extenders,
            "profiles": [{"pluginConfig": [args]}],
        }
        return self._file(name, document)

    def config_map(self) -> Path:
        """Write a ConfigMap with a configuration, and return its path."""
        text = self.configuration("map.yaml").read_text(encoding="utf-8")
        metadata = {"name": "a", "annotations": self.planted("annotations of a ConfigMap")}
        data = {"scheduler.yaml": text, **self.planted("entries of a ConfigMap")}
        return self._file("map.yaml", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data})

    def static_pod(self) -> Path:
        """Write a static Pod beside the configuration that it names, and return its path."""
        config = self.configuration("scheduler.yaml")
        flags = [f"--{name}={value}" for name, value in self.planted("flags of a scheduler").items()]
        container = {
            "name": "kube-scheduler",
            "image": "registry.k8s.io/kube-scheduler:v1.33.3",
            "command": ["kube-scheduler", f"--config=/etc/kubernetes/{config.name}", *flags],
            "env": [{"name": name, "value": value} for name, value in self.planted("its variables").items()],
            "volumeMounts": [{"name": "config", "mountPath": f"/etc/kubernetes/{config.name}"}],
        }
        volume = {"name": "config", "hostPath": {"path": f"/etc/kubernetes/{config.name}", "type": "File"}}
        metadata = {"name": "kube-scheduler", "namespace": "kube-system"}
        spec = {"containers": [container], "volumes": [volume]}
        return self._file("static.yaml", {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec})

    def shown(self, *arguments: str | Path) -> str:
        """Return all that a call shows, in each format that it has."""
        given = ("--nodes", "nodes.json", "--pods", "pods.json", "--binary", self.program)
        formats = FORMATS if "--measure" not in arguments else ("text", "json")
        files = {name: self.folder / f"report.{name}" for name in formats}
        outputs = [word for name, path in files.items() for word in ("--output", f"{name}={path}")]
        done = self.schedcfg("try", *arguments, *given, *outputs)
        assert done.status in {0, 1}, done.err
        return "".join([done.out, done.err, *(unfolded(path.read_text(encoding="utf-8")) for path in files.values())])


@pytest.fixture
def trial(schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlantedTrial:
    monkeypatch.chdir(tmp_path)
    return PlantedTrial(schedcfg, tmp_path)


ROWS: dict[str, Callable[[PlantedTrial], list[str | Path]]] = {
    "a configuration": lambda trial: [trial.configuration("a.yaml"), "--explain", "large"],
    "--against": lambda trial: [trial.configuration("a.yaml"), "--against", trial.configuration("b.yaml")],
    "a static Pod": lambda trial: [trial.static_pod(), "--against", "default"],
    "a ConfigMap": lambda trial: [trial.config_map()],
    "--measure": lambda trial: [trial.configuration("a.yaml"), "--measure", f"percentageOfNodesToScore={REPEATING},5"],
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_what_a_scheduler_repeats(row: Callable[[PlantedTrial], list[str | Path]], trial: PlantedTrial) -> None:
    arguments = row(trial)
    shown = trial.shown(*arguments)
    assert [where for value, where in trial.secrets.items() if value in shown] == []
    assert "nodes are available: " in shown or "--measure" in arguments


TESTS = """\
apiVersion: schedcfg.io/v1alpha1
kind: SchedulerTest
configuration: a.yaml
nodes: [nodes.json]
tests:
- name: a Pod that fits nowhere
  pods: [pods.json]
  expect:
  - {pods: LABELS, placed: all}
  - pending: {plugin: NodeResourcesFit, reason: "REASON"}
  - {on: NODES}
"""


def test_tests_that_fail(trial: PlantedTrial) -> None:
    """The scheduler repeats all that it knows; the file has secrets, too, in labels, names and reasons."""
    trial.configuration("a.yaml")
    labels = json.loads((trial.folder / "pods.json").read_text(encoding="utf-8"))["metadata"]["labels"]
    nodes = json.loads((trial.folder / "nodes.json").read_text(encoding="utf-8"))["metadata"]["labels"]
    reason = ", ".join(f"{name}: {value}" for name, value in trial.planted("reasons").items())
    text = TESTS.replace("LABELS", json.dumps(labels)).replace("NODES", json.dumps(nodes)).replace("REASON", reason)
    (trial.folder / "a.schedtest.yaml").write_text(text, encoding="utf-8")
    for output in TESTED:
        done = trial.schedcfg("test", "a.schedtest.yaml", "--binary", trial.program, "--output", output)
        assert done.status == 1, done.err
        shown = unfolded(done.out) + done.err
        assert "a Pod that fits nowhere" in shown
        assert [where for value, where in trial.secrets.items() if value in shown] == [], output


ECHO = """\
#!{python} -IS
import sys
if "--version" in sys.argv: print("Kubernetes v1.33.3"); sys.exit()
path = next(one for one in sys.argv if one.startswith("--config=")).partition("=")[2]
print("Error: invalid:", open(path).read(), file=sys.stderr)
sys.exit(1)
"""


def test_configurations_that_are_refused_or_repeated(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "scheduler"
    program.write_text(ECHO.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    seen = set()
    for file in planted():
        Path(file.name).write_text(file.text, encoding="utf-8")
        given = ("--nodes", "1:cpu=1,memory=1Gi", "--pods", "1:cpu=1,memory=1Gi", "--binary", program)
        done = schedcfg("try", file.name, *given, "--output", "json")
        seen.add(done.status)
        assert done.err, file.name
        assert [name for name, value in file.secrets.items() if value in done.out + done.err] == [], file.name
        Path(file.name).unlink()
    assert seen == {1, 3}


SECRET = "Zx9kQ01Lm01w"
FORMS = (
    f"password={SECRET}",
    f"password: {SECRET}",
    f"http://user:{SECRET}@host/?token={SECRET}",
    {"password": SECRET},
    {"name": "API_TOKEN", "value": SECRET},
    ["--token", SECRET],
)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_objects_that_are_refused(form: Any, tmp_path: Path) -> None:
    """A secret in the place of many values: each form is at others."""
    paths = PATHS[FORMS.index(form) :: 2 * len(FORMS)]
    shown = {path: begin(tmp_path, changed(path, form), "1.33") for path in paths}
    assert [path for path, messages in shown.items() if SECRET in messages] == []
    assert any("has to be" in messages for messages in shown.values())


@pytest.mark.parametrize(
    ("data", "message", "hidden"),
    [
        ({"env": [{"name": "DB_PASSWORD", "value": "tiger42"}]}, "no tiger42 here", "no *** here"),
        ({"args": ["--token", "tiger42"]}, "no tiger42 here", "no *** here"),
        ({"a": ["http://scott:tiger42@host"]}, "no tiger42 here", "no *** here"),
        ({"password": {"old": ["tiger42"]}}, "no tiger42 here", "no *** here"),
        ({"token=tiger42": 1}, "no tiger42 here", "no *** here"),
        ({"secret": {"secretName": "tiger42", "items": [{"key": "tiger43"}]}}, "tiger42, tiger43", "tiger42, tiger43"),
        ({"serviceAccountToken": {"expirationSeconds": 3607}}, "0/3607 nodes", "0/3607 nodes"),
        ({"env": [{"name": "API_TOKEN", "valueFrom": {"secretKeyRef": {"name": "tiger42"}}}]}, "tiger42", "tiger42"),
        ({"imagePullSecrets": [{"name": "tiger42"}]}, "no tiger42", "no tiger42"),
        ({"password": None, "token": True}, "None, True", "None, True"),
    ],
)
def test_secrets_of_plain_data(data: object, message: str, hidden: str) -> None:
    assert secrets_in([data]).hide(message) == hidden

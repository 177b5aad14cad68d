"""`schedcfg confirm` with programs that answer as real kube-schedulers did; see `conftest.py`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.confirm import scheduler
from tests.called import EXAMPLES, Result
from tests.cli.contract_complaints import complaints
from tests.commands.confirm.stand_ins import Programs, Scripts

Command = Callable[..., Result]
Confirm = Callable[..., dict[str, Any]]

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
V1BETA2 = V1.replace("/v1\n", "/v1beta2\n")
REAL_133, REAL_122, HELLO = "kube-scheduler-v1.33.3", "kube-scheduler-v1.22.3", "hello-scheduler"
AS_122, AS_133 = ("--kubernetes", "1.22"), ("--kubernetes", "1.33")
"""A script shows no module of Kubernetes, and these programs have no version of their own."""


@pytest.fixture
def confirm(schedcfg: Command, programs: Programs, tmp_path: Path) -> Confirm:
    """Confirm a text with a program, and return its status and the first configuration of the report."""

    def ask(program: str, text: str, *options: str) -> dict[str, Any]:
        (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
        done = schedcfg("confirm", tmp_path / "a.yaml", "--binary", programs(program), "--output", "json", *options)
        assert complaints("confirm", done.report) == []
        found: dict[str, Any] = done.report["files"][0]
        return {**found, "status": done.status}

    return ask


def what(found: dict[str, Any]) -> tuple[int, str, str]:
    return found["status"], found["outcome"], found["agreement"]


@pytest.mark.parametrize("text", [V1, V1 + "profiles: [{schedulerName: a}, {schedulerName: b}]\n"])
def test_what_both_take_agrees_by_configuration_and_listed_plugins(confirm: Confirm, text: str) -> None:
    found = confirm(REAL_133, text)
    assert what(found) == (0, "starts", "agrees")
    assert found["kubernetes"] == "1.33"
    assert found["unseen"] == found["differences"] == found["plugins"] == []


def test_the_kubeconfig_is_replaced_for_the_run_only(confirm: Confirm) -> None:
    missing = Path("/nowhere/admin.conf")
    found = confirm(REAL_133, f"{V1}clientConnection: {{kubeconfig: {missing}}}\n")
    assert what(found) == (0, "starts", "agrees")
    unread = confirm(REAL_133, f"{V1}clientConnection: {{kubeconfig: {missing}}}\n%YAML 1.2")
    assert what(unread) == (0, "starts", "agrees")


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        (V1 + "parallelism: 0\n", "parallelism", 3),
        (V1 + "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: Ghost\n", None, 7),
        (V1 + "leaderElection:\n  renewDeadlin: 1s\n", "leaderElection.renewDeadlin", 4),
        (V1 + "parallelism: x\n", "parallelism", 3),
        (V1 + "leaderElection:\n  leaseDuration: 15s\n  renewDeadline: 10s\n  retryPeriod: 9s\n", "", 5),
        (V1 + "profiles:\n  - a: [\n", "", None),
    ],
)
def test_a_refusal_has_its_line(confirm: Confirm, text: str, path: str | None, line: int | None) -> None:
    found = confirm(REAL_133, text, "--in-tree-only")
    assert what(found) == (1, "refuses", "agrees")
    (error,) = found["errors"]
    assert line is None or error["line"] == line
    assert not path or error["path"] == path


def test_each_error_of_validation_has_its_own_line(confirm: Confirm) -> None:
    found = confirm(REAL_133, V1 + "percentageOfNodesToScore: 101\nparallelism: 0\n")
    assert [(error["path"], error["line"]) for error in found["errors"]] == [
        ("parallelism", 4),
        ("percentageOfNodesToScore", 3),
    ]


def test_old_releases_show_less_and_it_is_reported(confirm: Confirm) -> None:
    found = confirm(REAL_122, V1BETA2, *AS_122)
    assert what(found) == (0, "starts", "agrees")
    assert found["unseen"] == ["plugins", "leader-election"]
    jitter = V1BETA2 + "leaderElection: {leaseDuration: 15s, renewDeadline: 10s, retryPeriod: 9s}\n"
    assert what(confirm(REAL_122, jitter, *AS_122)) == (1, "starts", "unknown")


def test_advice_may_foresee_that_the_program_does_not_start(confirm: Confirm) -> None:
    text = V1BETA2 + "healthzBindAddress: 127.0.0.1:10251\n"
    found = confirm(REAL_122, text, *AS_122)
    (error,) = found["errors"]
    assert "address already in use" in error["message"]
    # Where a program cannot be run without a network, another one may have the port.
    is_isolated = scheduler.binary(sys.executable, 1).is_isolated
    assert what(found) == ((1, "refuses", "agrees") if is_isolated else (3, "undecided", "unknown"))
    assert error["line"] == text.count("\n")


def test_a_policy_is_given_by_its_own_flag(confirm: Confirm) -> None:
    text = '{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "PodFitsResources"}]}'
    found = confirm(REAL_122, text, *AS_122)
    assert what(found) == (0, "starts", "agrees")
    assert found["unseen"] == ["configuration"]
    wrong = text.replace("PodFitsResources", "Ghost")
    assert what(confirm(REAL_122, wrong, *AS_122, "--in-tree-only")) == (1, "refuses", "agrees")


def test_another_release_differs_by_path(confirm: Confirm) -> None:
    found = confirm(REAL_133, V1, "--kubernetes", "1.29")
    assert what(found) == (4, "starts", "disagrees")
    assert {one["point"] for one in found["plugins"]} >= {"filter", "preEnqueue"}
    assert "profiles[0].plugins.multiPoint.enabled[0].name" in {one["path"] for one in found["differences"]}


def test_a_plugin_that_was_assumed_is_named(confirm: Confirm) -> None:
    text = V1 + "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: Ghost\n"
    found = confirm(REAL_133, text)
    assert what(found) == (1, "refuses", "unknown")
    assert found["assumed"] == ["Ghost"]


def test_a_program_with_a_plugin_of_ones_own(confirm: Confirm) -> None:
    text = (EXAMPLES / "broken" / "custom-plugin.yaml").read_text(encoding="utf-8").replace("weight: 20", "weight: 2")
    found = confirm(HELLO, text, *AS_133, "--plugin", "HelloWorldPlugin")
    assert what(found) == (0, "starts", "agrees")
    assert found["ownArgs"]["HelloWorldPlugin"]["zzz"] == 3
    refused = confirm(HELLO, text, *AS_133, "--in-tree-only")
    assert what(refused) == (4, "starts", "disagrees")
    assert refused["findings"][0]["class"] == "refused"


def test_configurations_in_manifests_are_run_where_they_are(confirm: Confirm) -> None:
    inner = "".join(f"    {line}\n" for line in (V1 + "parallelism: 0").splitlines())
    text = f"# a comment\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  config.yaml: |\n{inner}"
    found = confirm(REAL_133, text)
    assert what(found) == (1, "refuses", "agrees")
    assert found["errors"][0]["line"] == text[: text.index("parallelism")].count("\n") + 1
    assert found["key"] == "config.yaml"


def test_the_text_report_shows_both_sides(schedcfg: Command, programs: Programs, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(V1 + "parallelism: 0\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text(V1, encoding="utf-8")
    done = schedcfg("confirm", tmp_path / "a.yaml", tmp_path / "b.yaml", "--binary", programs(REAL_133))
    assert done.status == 1
    assert "a.yaml (1.33): it does not start; schedcfg agrees" in done.out
    assert "line 3, column 14: parallelism: Invalid value: 0" in done.out
    assert "b.yaml (1.33): it starts; schedcfg agrees\n  the same: configuration and plugins" in done.out
    assert done.err.endswith("the program: 1 refused, 1 accepted\n")


def test_plugins_of_a_program_are_found_by_trying_names(schedcfg: Command, programs: Programs) -> None:
    done = schedcfg("plugins", "HelloWorldPlugin", "Ghost", "--binary", programs(HELLO), *AS_133, "--output", "json")
    assert complaints("plugins-binary", done.report) == []
    (plugin,) = done.report["plugins"]
    assert (plugin["name"], plugin["points"], plugin["evidence"]) == ("HelloWorldPlugin", ["score"], "run")
    assert plugin["args"] == {"xxx": "world", "zzz": 1}
    assert done.report["unregistered"] == ["Ghost"]
    assert not done.report["isReadable"]


ONLY_IN_V1BETA3 = """
text = json.load(open(next(one for one in sys.argv if one.startswith("--config=")).partition("=")[2]))
(profile,) = text["profiles"]
args = profile["pluginConfig"][0]["args"]
if profile["plugins"].keys() - {"score"}:
    problem = "plugin Ours does not extend the point"
elif not text["apiVersion"].endswith("/v1beta3"):
    problem = "want args to be of type OursArgs, got *runtime.Unknown"
elif isinstance(args.get("limit", 0), int):
    problem = "no cluster is reached"
else:
    problem = "json: cannot unmarshal object into Go struct field OursArgs.limit of type int64"
sys.exit(f"E0101 00:00:00.000000       1 run.go:74] \\"command failed\\" err=\\"{problem}\\"")
# json:"limit,omitempty" json:"other,omitempty"
"""


def test_args_are_found_that_only_an_older_version_decodes(schedcfg: Command, scripts: Scripts) -> None:
    done = schedcfg("plugins", "Ours", "--binary", scripts(ONLY_IN_V1BETA3), "-k", "1.28", "--output", "json")
    (plugin,) = done.report["plugins"]
    assert plugin["argsSchema"]["properties"] == {"limit": {"type": "integer"}}
    assert (plugin["argsVersion"], plugin["reason"]) == ("v1beta3", "no cluster is reached")


def test_what_is_found_is_a_catalog_that_validates(schedcfg: Command, programs: Programs, tmp_path: Path) -> None:
    catalog = tmp_path / "hello.json"
    schedcfg("plugins", "HelloWorldPlugin", "--binary", programs(HELLO), *AS_133, "--output", f"json={catalog}")
    args = json.loads(catalog.read_text(encoding="utf-8"))["plugins"][0]["argsSchema"]
    assert {name: field["type"] for name, field in args["properties"].items()} == {
        "xxx": "string",
        "yyy": "string",
        "zzz": "integer",
    }
    example = EXAMPLES / "broken" / "custom-plugin.yaml"
    assert schedcfg("validate", example, "--catalog", catalog).status == 0
    text = (
        V1 + "profiles:\n- plugins:\n    filter:\n      enabled:\n      - name: HelloWorldPlugin\n"
        "  pluginConfig: [{name: HelloWorldPlugin, args: {xxx: 1, yy: a, zzz: null}}]\n"
    )
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "schedcfg.toml").write_text('catalogs = ["hello.json"]\n', encoding="utf-8")
    done = schedcfg("validate", tmp_path / "a.yaml", "--settings", tmp_path / "schedcfg.toml", "--output", "json")
    assert done.status == 1
    found = [(one["rule"], one["path"]) for one in done.report["files"][0]["documents"][0]["findings"]]
    in_args = "profiles[0].pluginConfig[0].args"
    assert sorted(found) == [
        ("own-plugin-args", f"{in_args}.xxx"),
        ("own-plugin-args", f"{in_args}.yy"),
        ("wrong-extension-point", "profiles[0].plugins.filter.enabled[0].name"),
    ]

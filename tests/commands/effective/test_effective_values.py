"""Args and settings: nested as in the file, each value with its origin, nothing that must not be shown."""

import pytest

from schedcfg.commands.effective.layout import shown
from schedcfg.output.terminal import width

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"

ARGS = (
    V1
    + """\
profiles:
- pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: MostAllocated
        resources:
        - name: nvidia.com/gpu
        - name: cpu
          weight: 3
  - name: NodeAffinity
    args:
      addedAffinity:
        preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 1
          preference: {matchExpressions: [{key: zone, operator: In, values: [a, b]}]}
  - name: Coscheduling
    args: {}
"""
)


def section(report: str, begin: str, end: str) -> list[str]:
    lines = report.splitlines()
    start = lines.index(begin)
    return lines[start : lines.index(end, start)]


def test_args_are_yaml_with_origins(report) -> None:
    assert section(report(ARGS), "  ARGS", "  default of v1:") == [
        "  ARGS",
        "  NodeAffinity (line 13)",
        "    addedAffinity:",
        "      preferredDuringSchedulingIgnoredDuringExecution:",
        "      - preference:",
        "          matchExpressions:",
        "          - {key: zone, operator: In, values: [a, b]}  line 18",
        "        weight: 1                                      line 17",
        "  NodeResourcesFit (line 5)",
        "    scoringStrategy:",
        "      resources:",
        "      - {name: nvidia.com/gpu, weight: 1}  name: line 10; weight: default of v1",
        "      - {name: cpu, weight: 3}             lines 11 to 12",
        "      type: MostAllocated                  line 8",
    ]


def test_a_long_value_keeps_its_origin_apart(report) -> None:
    address = "http://" + "a" * 90
    text = V1 + f"clientConnection:\n  kubeconfig: {address}\n  qps: 9\n"
    assert section(report(text), "  clientConnection:", "  default of v1:")[1:] == [
        f"    kubeconfig: {address}  line 4",
        f"    {'qps: 9':<62}line 5",
    ]


def test_args_that_change_nothing(report) -> None:
    assert "  ! Coscheduling (line 19) does not run in this profile: its Args have no effect.\n" in report(ARGS)


@pytest.mark.parametrize(
    ("args", "lines"),
    [
        ("{}", ["  Mine (line 8; untyped, passed on as written; empty)"]),
        ("[1, x]", ["  Mine (line 8; untyped, passed on as written)", "    [1, x]  line 9"]),
        ("{a: {b: []}}", ["  Mine (line 8; untyped, passed on as written)", "    a:", "      b: []  line 9"]),
        (
            "{a: [[1], [2]]}",
            ["  Mine (line 8; untyped, passed on as written)", "    a:", "    - [1]  line 9", "    - [2]  line 9"],
        ),
    ],
)
def test_args_of_any_shape(report, args: str, lines: list[str]) -> None:
    text = V1 + (
        "profiles:\n- plugins:\n    score:\n      enabled: [{name: Mine}]\n"
        f"  pluginConfig:\n  - name: Mine\n    args: {args}\n"
    )
    assert section(report(text), "  ARGS", "  default of v1:")[1:] == lines


def test_defaults_are_grouped_by_what_they_belong_to(report) -> None:
    lines = report(V1.replace("v1\n", "v1beta2\n"), "1.22").splitlines()
    start = lines.index("SETTINGS OF THE SCHEDULER")
    heads = [line for line in lines[start + 1 :] if line.startswith("  d")]
    assert heads == ["  default of v1beta2:", "  default of Kubernetes 1.22:"]
    assert lines[-1] == "    healthzBindAddress: 0.0.0.0:10251, metricsBindAddress: 0.0.0.0:10251"


def test_settings_of_the_file_come_first(report) -> None:
    text = V1 + "enableProfiling: false\nleaderElection:\n  leaseDuration: 20000ms\n  resourceName: mine\n"
    assert section(report(text), "SETTINGS OF THE SCHEDULER", "  default of v1:") == [
        "SETTINGS OF THE SCHEDULER",
        "  enableContentionProfiling: false  follows from enableProfiling",
        "  enableProfiling: false            line 3",
        "  leaderElection:",
        "    leaseDuration: 20s              line 5; written as 20000ms",
        "    resourceName: mine              line 6",
    ]


def test_secrets_are_masked(report) -> None:
    text = V1 + (
        "profiles:\n- plugins:\n    score:\n      enabled: [{name: Mine}]\n"
        "  pluginConfig:\n  - name: Mine\n    args:\n"
        "      authToken: hunter2\n      db: {password: [hunter3], url: 'http://me:hunter4@db/x'}\n"
        "      list: [{secretKey: hunter5}, {header: 'token: hunter6'}]\n"
    )
    told = report(text)
    assert "hunter" not in told
    assert "authToken: ********" in told
    assert "@db/x" in told


def test_a_terminal_is_not_obeyed(report) -> None:
    text = V1 + (
        'profiles:\n- schedulerName: "a\\e[31m"\n  plugins:\n    score:\n      enabled: [{name: "P\\e[2J"}]\n'
        '  pluginConfig:\n  - name: "P\\e[2J"\n    args: {"k\\e[0m": "v\\u009b31m"}\n'
    )
    told = report(text)
    assert all(letter.isprintable() or letter == "\n" for letter in told.partition("PROFILE")[2])
    assert "P\\x1b[2J (line 7)" in told


def test_wide_letters_keep_the_columns(report) -> None:
    text = V1 + (
        "profiles:\n- plugins:\n    score:\n      enabled: [{name: 混合評価}, {name: Narrow}]\n"
        "  pluginConfig:\n  - name: 混合評価\n    args: {値: 大きい, b: 1}\n"
    )
    told = report(text).splitlines()
    scores = [line for line in told if line.startswith("  + ") and "%" in line]
    assert len(scores) == 2
    assert len({width(line.partition("%")[0]) for line in scores}) == 1
    args = [line for line in told if line.endswith("line 9")]
    assert [line.split()[0] for line in args] == ["b:", "値:"]
    assert len({width(line) for line in args}) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("cpu", "cpu"),
        ("", '""'),
        ("true", '"true"'),
        ("15", '"15"'),
        ("15s", "15s"),
        ("a, b", '"a, b"'),
        ("a: b", '"a: b"'),
        ("key:", '"key:"'),
        (" x", '" x"'),
        ("*", '"*"'),
        ("two\nlines", '"two\\nlines"'),
        (True, "true"),
        (None, "null"),
        (0.5, "0.5"),
        ([], "[]"),
        ({}, "{}"),
        ([1, "x", {"a": None}], "[1, x, {a: null}]"),
    ],
)
def test_values_are_yaml(value: object, text: str) -> None:
    assert shown(value) == text

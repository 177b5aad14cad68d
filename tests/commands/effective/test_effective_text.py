"""The report as a whole: titles, findings, several files and profiles, colour, width."""

import re

import pytest

from schedcfg.commands.effective import text as renderer
from schedcfg.commands.effective.effective import effective_configuration, effective_file
from schedcfg.configuration.effective.view import FileView
from schedcfg.document import parse_bytes
from schedcfg.findings import Verdict
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import width
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options
from tests.paths import ROOT

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
EXAMPLES = ROOT / "examples"

QUOTED = """\
apiVersion: v1
kind: ConfigMap
data:
  c.yaml: "apiVersion: kubescheduler.config.k8s.io/v1\\nkind: KubeSchedulerConfiguration\\nparallelism: 3\\n"
"""

PROFILES = (
    V1
    + """\
profiles:
- schedulerName: a
  plugins:
    score:
      enabled:
      - name: Mine
- schedulerName: b
  percentageOfNodesToScore: 30
  plugins:
    score:
      enabled:
      - name: Mine
    reserve:
      disabled:
      - name: "*"
  pluginConfig:
  - name: InterPodAffinity
    args: {hardPodAffinityWeight: 7}
- schedulerName: c
  plugins:
    score:
      enabled:
      - name: Mine
        weight: 2
- schedulerName: d
  plugins:
    score:
      enabled:
      - name: Mine
"""
)


def rendered(*views: FileView) -> str:
    return "".join(renderer.render(views, Summary(), colored=False))


def profile(report: str, name: str) -> str:
    return re.split(r"\n\n(?=PROFILE|EXTENDER|SETTINGS)", report.partition(f"PROFILE {name} ")[2])[0]


def test_the_title_names_file_version_and_release(report) -> None:
    title, line, blank, first, *_ = report(V1, "v1.29.3").splitlines()
    assert (title, line, blank) == ("a.yaml: v1, run by Kubernetes 1.29", "=" * len(title), "")
    assert first == "PROFILE default-scheduler (default of v1)"


def test_advice_is_reported_in_short(report) -> None:
    told = report(V1.replace("v1\n", "v1beta3\n"), "1.28", columns=82)
    assert told.splitlines()[2:4] == [
        "warning[old-api-version] line 1: later releases of kube-scheduler do not start",
        "  with this file: Kubernetes 1.28 is the last that serves `v1beta3`",
    ]


def test_a_refused_file_shows_what_validate_shows(report) -> None:
    assert report(V1 + "parallelism: 0\n") == (
        "a.yaml: v1, refused by Kubernetes 1.29\n"
        "======================================\n"
        "kube-scheduler 1.29 does not start with this file, so nothing runs:\n"
        "\n"
        "a.yaml:3:14: refused[number-not-allowed] (1.29): `parallelism` is 0; it must be greater than 0\n"
        "  3 | parallelism: 0\n"
        "    |              ^\n"
        "  help: Remove it to use the default of 16.\n"
    )


def test_what_cannot_be_read() -> None:
    assert rendered(effective_file(parse_bytes(b"kind: \xff"), Options(), path="b")).startswith(
        "b: refused\n==========\n"
    )
    unreadable = FileView("b", Verdict.UNREADABLE, reason="there is no such file")
    assert rendered(unreadable) == "", "that is on standard error"
    assert (
        rendered(effective_configuration("a: 1\n", path="b"))
        == "b: skipped: contains no kube-scheduler configuration\n"
    )


def test_files_and_documents_stand_apart() -> None:
    both = rendered(
        effective_configuration(f"{V1}---\n{V1}", "1.29", path="a"), effective_configuration(V1, "1.28", path="b")
    )
    titles = re.findall(r"(?:\A|\n\n\n)(.*)\n=+\n", both)
    assert titles == [
        "a, line 1: v1, run by Kubernetes 1.29",
        "a, line 4: v1, run by Kubernetes 1.29",
        "b: v1, run by Kubernetes 1.28",
    ]
    assert "\n\n\n\n" not in both


def test_standard_input_has_a_name() -> None:
    assert rendered(effective_configuration(V1, "1.29")).startswith("standard input: v1, ")


def test_in_a_config_map_lines_are_those_of_the_file(report) -> None:
    literal = "apiVersion: v1\nkind: ConfigMap\ndata:\n  c.yaml: |\n" + "".join(
        f"    {line}\n" for line in (V1 + "parallelism: 3").splitlines()
    )
    for text, line in ((literal, 7), (QUOTED, 4)):
        told = report(text)
        assert told.startswith("a.yaml, key c.yaml: v1, run by Kubernetes 1.29\n")
        assert f"  parallelism: 3  line {line}\n" in told


def test_a_further_profile_shows_what_differs(report) -> None:
    told = report(PROFILES)
    b = profile(told, "b")
    assert b.startswith(
        "(line 9)\n  percentageOfNodesToScore: 30 (line 10)\n\n"
        "  As a at preEnqueue, queueSort, preFilter, filter, postFilter, preScore, score (line 14), preBind,\n"
    )
    assert "SCORE" not in b
    assert "  reserve     - VolumeBinding (line 17)\n\n  - removed\n" in b
    assert "    hardPodAffinityWeight: 7                   line 20\n" in b
    c = profile(told, "c")
    assert "+ Mine (line 25)" in c
    assert re.search(r"\+ Mine +2 +14\.3%", c)
    assert "  Args as a: DefaultPreemption, " in c


def test_profiles_that_are_alike_are_one(report) -> None:
    told = report(PROFILES)
    assert profile(told, "a").split("\n")[1] == (
        "  Profile d (line 27) runs alike: the same plugins, weights and Args."
    )
    assert "PROFILE d" not in told


@pytest.mark.parametrize(
    "name",
    sorted(
        path.relative_to(EXAMPLES).as_posix() for path in [*EXAMPLES.glob("*.yaml"), *EXAMPLES.glob("broken/*.yaml")]
    ),
)
@pytest.mark.parametrize("columns", [20, 60, 100, 500])
def test_color_adds_nothing_but_color(report, name: str, columns: int) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    plain = report(text, None, columns=columns)
    colored = report(text, None, columns=columns, colored=True)
    assert colored != plain
    assert re.sub(r"\x1b\[\d+m", "", colored) == plain
    assert "\x1b" not in plain


@pytest.mark.parametrize("columns", [60, 80, 100, 160])
def test_what_can_be_wrapped_fits(report, columns: int) -> None:
    told = report(PROFILES, columns=columns).splitlines()
    wrapped = [line for line in told if "," in line and "{" not in line]
    assert wrapped
    assert [line for line in wrapped if width(line) > columns] == []


def test_the_report_is_the_same_each_time(report) -> None:
    assert report(PROFILES) == report(PROFILES)


def test_a_policy_is_reported_as_such(report) -> None:
    text = (EXAMPLES / "broken" / "extender-policy.json").read_text(encoding="utf-8")
    assert report(text, "1.29").startswith("a.yaml: Policy, refused by Kubernetes 1.29\n")
    assert report(text, "1.29", role=Role.CONFIG).startswith("a.yaml: Policy, refused by Kubernetes 1.29\n")

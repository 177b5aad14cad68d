"""Policy → v1beta1: predicates and priorities become a profile; comments, extenders and style stay."""

from schedcfg.commands.migrate.results import MigrationStatus
from schedcfg.document import parse
from tests import quick_yaml
from tests.commands.migrate.carried import carry
from tests.paths import ROOT

EXAMPLE = ROOT / "examples" / "broken" / "extender-policy.json"

COMMENTED = """\
# Scheduler policy of cluster a

apiVersion: v1   # legacy
kind: Policy

# What nodes have to fulfil
predicates:  # hard
# resources first
- name: PodFitsResources
- name: HostName   # by name

## keep
- name: RequireZone
  argument:
    labelsPresence:
      labels:
      - zone  # all nodes have it
      presence: true
# What is good
priorities:
- {name: InterPodAffinityPriority, weight: 2}   # twice
# symmetric
hardPodAffinitySymmetricWeight: 10
alwaysCheckAllPredicates: false

# The GPU extender
extenders:
  - urlPrefix: "http://127.0.0.1:12345/api/scheduler"
    FilterVerb: filter   # asked first
    enableHttps: false
    httpTimeout: 30000000000  # 30 s
    managedResources:
    - {Name: example.com/gpu, ignoredByScheduler: true}
# the end
"""

COMMENTED_AFTER = """\
# Scheduler policy of cluster a

apiVersion: kubescheduler.config.k8s.io/v1beta1   # legacy
kind: KubeSchedulerConfiguration

# What nodes have to fulfil
# hard
# What is good
profiles:
- schedulerName: default-scheduler
  plugins:
    preFilter:
      disabled:
      - name: "*"
      enabled:
      # resources first
      - name: NodeResourcesFit
    filter:
      disabled:
      - name: "*"
      enabled:
      - name: NodeUnschedulable
      # by name
      - name: NodeName
      - name: NodeResourcesFit
      - name: TaintToleration
      ## keep
      # all nodes have it
      - name: NodeLabel
    preScore:
      disabled:
      - name: "*"
      enabled:
      # twice
      - name: InterPodAffinity
    score:
      disabled:
      - name: "*"
      enabled:
      - name: InterPodAffinity
        weight: 2
    reserve:
      disabled:
      - name: "*"
    preBind:
      disabled:
      - name: "*"
  pluginConfig:
  # symmetric
  - name: InterPodAffinity
    args:
      hardPodAffinityWeight: 10
  - name: NodeLabel
    args:
      presentLabels:
      - zone

# The GPU extender
extenders:
  - urlPrefix: "http://127.0.0.1:12345/api/scheduler"
    filterVerb: filter   # asked first
    enableHTTPS: false
    httpTimeout: 30s  # 30 s
    managedResources:
    - {name: example.com/gpu, ignoredByScheduler: true}
# the end
"""


def test_comments_go_to_what_their_entries_became() -> None:
    found = carry(COMMENTED, "v1beta1")
    assert found.text == COMMENTED_AFTER
    assert found.told == [
        ("differs", "other-release"),
        ("changed", "policy-predicates"),
        ("changed", "policy-priorities"),
        ("changed", "policy-hard-weight"),
        ("removed", "policy-always-check"),
        ("by-hand", "policy-flag"),
        ("changed", "legacy-extenders"),
    ]
    assert found.proofs[0].kept


def test_json_stays_json() -> None:
    found = carry(EXAMPLE.read_text(), "v1beta1", "1.22")
    before, after = EXAMPLE.read_text().splitlines(), found.text.splitlines()
    assert after[:8] == [
        "{",
        '  "kind": "KubeSchedulerConfiguration",',
        '  "apiVersion": "kubescheduler.config.k8s.io/v1beta1",',
        '  "profiles": [',
        "    {",
        '      "schedulerName": "default-scheduler",',
        '      "plugins": {',
        '        "preFilter": {',
    ]
    assert after[-7:] == [line.replace("enableHttps", "enableHTTPS") for line in before[-7:]]
    (profile,) = quick_yaml.load(found.text)["profiles"]
    assert profile["plugins"]["score"] == {
        "disabled": [{"name": "*"}],
        "enabled": [{"name": "NodeResourcesLeastAllocated", "weight": 1}],
    }
    assert "pluginConfig" not in profile


def test_json_in_one_line_stays_in_one() -> None:
    text = '{"kind":"Policy","apiVersion":"v1","priorities":[{"name":"ImageLocalityPriority","weight":3}]}'
    assert carry(text, "v1beta1", "1.21").text == (
        '{"kind":"KubeSchedulerConfiguration","apiVersion":"kubescheduler.config.k8s.io/v1beta1",'
        '"profiles":[{"schedulerName":"default-scheduler","plugins":{"preScore":{"disabled":[{"name":"*"}]},'
        '"score":{"disabled":[{"name":"*"}],"enabled":[{"name":"ImageLocality","weight":3}]}}}]}'
    )


def test_braces_keep_their_comments() -> None:
    text = "---\n{kind: Policy, apiVersion: v1,\n  predicates: [], # none\n  priorities: []}\n"
    found = carry(text, "v1beta1", "1.21")
    assert found.status is MigrationStatus.MIGRATED
    assert found.text.count("# none") == 1


CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: scheduler-policy
data:
  policy.cfg: |
    # Few resources
    kind: Policy
    apiVersion: v1
    priorities:
      - name: MostRequestedPriority   # fill nodes
        weight: 3
  other: "1"
"""

CONFIG_MAP_AFTER = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: scheduler-policy
data:
  policy.cfg: |
    # Few resources
    kind: KubeSchedulerConfiguration
    apiVersion: kubescheduler.config.k8s.io/v1beta1
    profiles:
      - schedulerName: default-scheduler
        plugins:
          preScore:
            disabled:
              - name: "*"
          score:
            disabled:
              - name: "*"
            enabled:
              # fill nodes
              - name: NodeResourcesMostAllocated
                weight: 3
  other: "1"
"""


def test_in_a_config_map() -> None:
    assert carry(CONFIG_MAP, "v1beta1", "1.21").text == CONFIG_MAP_AFTER


def test_windows_line_ends() -> None:
    text = carry(CONFIG_MAP.replace("\n", "\r\n"), "v1beta1", "1.21").text
    assert text == CONFIG_MAP_AFTER.replace("\n", "\r\n")


def test_what_is_not_written_is_not_written_out() -> None:
    assert carry("kind: Policy\napiVersion: v1\n", "v1beta1", "1.20").text == (
        "kind: KubeSchedulerConfiguration\n"
        "apiVersion: kubescheduler.config.k8s.io/v1beta1\n"
        "profiles:\n  - schedulerName: default-scheduler\n"
    )


def test_up_to_1_19_a_policy_runs_no_preemption() -> None:
    (profile,) = quick_yaml.load(carry("kind: Policy\napiVersion: v1\n", "v1beta1", "1.19").text)["profiles"]
    assert profile["plugins"]["postFilter"] == {"disabled": [{"name": "*"}]}


def test_what_has_no_effect_is_not_named() -> None:
    """VolumeRestrictions came to preFilter with 1.22; the predicate never learnt of it, and nothing is missing."""
    (profile,) = quick_yaml.load(carry("kind: Policy\napiVersion: v1\n", "v1beta1", "1.22").text)["profiles"]
    assert profile == {"schedulerName": "default-scheduler"}


def test_what_differs_from_the_default_plugins_is_named() -> None:
    """With its feature gate, VolumeRestrictions looks at claims at preFilter: the predicate never learnt of it."""
    policy, gates = "kind: Policy\napiVersion: v1\n", {"ReadWriteOncePod": True}
    (profile,) = quick_yaml.load(carry(policy, "v1beta1", "1.22", feature_gates=gates).text)["profiles"]
    assert profile["plugins"] == {"preFilter": {"disabled": [{"name": "VolumeRestrictions"}]}}


def test_check_of_all_predicates_has_no_place() -> None:
    text = "kind: Policy\napiVersion: v1\nalwaysCheckAllPredicates: true  # see ticket 7\n"
    refused = carry(text, "v1beta1")
    assert (refused.status, refused.text) == (MigrationStatus.REFUSED, text)
    (finding,) = refused.findings
    assert (finding.path, finding.start.line) == ("alwaysCheckAllPredicates", 3)
    dropped = carry(text, "v1beta1", drop_unsupported=True)
    assert "# see ticket 7" in dropped.text
    assert ("dropped", "cannot-be-kept") in dropped.told


RATIO = """\
kind: Policy
apiVersion: v1
priorities:
- name: Fill
  weight: 2
  argument:
    requestedToCapacityRatioArguments:
      shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]
"""


def test_a_ratio_of_no_resources_is_refused() -> None:
    """A configuration would have cpu and memory filled in."""
    (finding,) = carry(RATIO, "v1beta1").findings
    assert "has no `resources`" in finding.message
    assert finding.start.line == 7


def test_a_ratio_becomes_a_strategy_further_on() -> None:
    text = carry(RATIO + "      resources: [{name: cpu, weight: 3}]\n", "v1").text
    (profile,) = quick_yaml.load(text)["profiles"]
    assert profile["plugins"]["score"]["enabled"] == [{"name": "NodeResourcesFit", "weight": 2}]
    assert profile["pluginConfig"] == [
        {
            "name": "NodeResourcesFit",
            "args": {
                "scoringStrategy": {
                    "type": "RequestedToCapacityRatio",
                    "requestedToCapacityRatio": {
                        "shape": [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
                    },
                    "resources": [{"name": "cpu", "weight": 3}],
                }
            },
        }
    ]


def test_a_policy_may_have_an_api_version_of_the_group_and_no_kind() -> None:
    text = "apiVersion: kubescheduler.config.k8s.io/v1\npredicates: []\n"
    assert carry(text, "v1beta1").text.startswith(
        "apiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\nprofiles:\n"
    )


def test_resources_to_ignore_go_where_nobody_asks_for_them() -> None:
    """Up to 1.21 an extender may name them without NodeResourcesFit; 1.22 does not start with that."""
    text = """\
kind: Policy
apiVersion: v1
predicates: []
extenders:
- urlPrefix: http://a
  managedResources:
  - name: example.com/foo
    ignoredByScheduler: true
"""
    assert "ignoredByScheduler" in carry(text, "v1beta1").text
    onward = carry(text, "v1")
    assert "ignoredByScheduler" not in onward.text
    assert ("removed", "ignored-resources") in onward.told


def test_extenders_are_read_in_any_case() -> None:
    """Of several spellings the last one counts; null is no duration to v1beta1."""
    text = """\
kind: Policy
apiVersion: v1
extenders:
- URLPrefix: http://a
  filterVerb: one
  FilterVerb: two
  httpTimeout: null
  TLSConfig: {CAFile: /ca}
- urlPrefix: http://b
  HTTPTIMEOUT: 1500
"""
    assert quick_yaml.load(carry(text, "v1beta1").text)["extenders"] == [
        {"urlPrefix": "http://a", "filterVerb": "two", "tlsConfig": {"caFile": "/ca"}},
        {"urlPrefix": "http://b", "httpTimeout": "1.5µs"},
    ]


def test_every_comment_is_kept() -> None:
    """One above each line and one after it."""
    lines: list[str] = []
    for number, line in enumerate(COMMENTED.splitlines()):
        content = line.partition("#")[0].rstrip()
        indentation = content[: len(content) - len(content.lstrip(" "))]
        lines += [f"{indentation}# above {number}", f"{content}  # behind {number}"] if content else [line]
    text = "\n".join(lines) + "\n"
    assert comments(carry(text, "v1beta1").text) == comments(text)
    assert len(comments(text)) > 40


def comments(text: str) -> list[str]:
    return sorted(comment.text for comment in parse(text).comments)

"""What the reader of the text objected to, as problems; `document` itself has no rules."""

from schedcfg.document import Defect, Document, Position
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Finding, FindingClass, Problem, Severity
from schedcfg.rule_card import RuleCard


def of_the_reader(document: Document) -> list[Problem]:
    """Report a document's defects: duplicate keys, values that JSON does not have, and the like."""
    return [as_problem(defect) for defect in document.defects]


def as_problem(defect: Defect) -> Problem:
    """Report one defect, which knows its place in the text already."""
    return Problem(str(defect.kind), defect.path, defect.message, defect.help, span=defect.span)


def of_encoding(error: UnreadableInput) -> Finding:
    """Report bytes that are no text."""
    start = Position(error.line, error.column, 0)
    return Finding(
        rule="encoding",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        path="",
        message=str(error),
        help=error.help,
        start=start,
        end=start,
    )


CARDS = (
    RuleCard(
        id="syntax",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The text is not YAML",
        why="Nothing of the file is read, and the scheduler ends before it has looked at any setting.",
        source="gopkg.in/yaml.v2, scannerc.go and parserc.go, which sigs.k8s.io/yaml uses",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
	leaderElect: true
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
""",
    ),
    RuleCard(
        id="unrendered-template",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The file is a template",
        why="Its values are filled in later, by Helm or another tool: kube-scheduler would read the placeholders.",
        source="gopkg.in/yaml.v2, scannerc.go; docs/chart_template_guide of helm/helm-www",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: {{ .Values.leaderElection.enabled }}
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
""",
    ),
    RuleCard(
        id="encoding",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The file is no text",
        why="YAML is UTF-8, or UTF-16 with a byte order mark; at the first byte that is neither, reading ends.",
        source="gopkg.in/yaml.v2, readerc.go, yaml_parser_update_buffer",
        bad="""\
# Priorit\udce4tsklassen
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
        good="""\
# Prioritätsklassen
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    ),
    RuleCard(
        id="duplicate-key",
        finding_class=FindingClass.REFUSED,
        severity=Severity.WARNING,
        title="A key stands twice",
        why="Decoding is strict: the scheduler does not choose between the two values, it stops. Only 1.18 passes over "
        "it, in v1alpha1.",
        source="gopkg.in/yaml.v2, decode.go, setMap; sigs.k8s.io/yaml, YAMLToJSONStrict",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 50
  burst: 100
  qps: 100
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 100
  burst: 100
""",
        depends=True,
    ),
    RuleCard(
        id="unsupported-key",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="A key cannot become a key of JSON",
        why="Kubernetes turns YAML into JSON before it decodes it, and a key there is text: the file is refused as a "
        "whole.",
        source="sigs.k8s.io/yaml, yaml.go, convertToJSONableObject",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          weights:
            [fast, slow]: 3
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          weights:
            fast: 3
            slow: 3
""",
    ),
    RuleCard(
        id="unsupported-value",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="A value cannot become a value of JSON",
        why="JSON has no infinity and no `.nan`, so that the file is refused before its fields are looked at.",
        source="sigs.k8s.io/yaml, yaml.go, convertToJSONableObject; encoding/json, UnsupportedValueError",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: .inf
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 1000
""",
    ),
    RuleCard(
        id="bad-tag",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="A value does not fit its tag",
        why="A tag such as `!!int` is a promise; where the value breaks it, reading ends.",
        source="gopkg.in/yaml.v2, resolve.go",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: !!int sixteen
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 16
""",
    ),
    RuleCard(
        id="bad-merge",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="What is merged in is no mapping",
        why="Only a mapping, or a list of mappings, can be merged into another one; reading ends at anything else.",
        source="gopkg.in/yaml.v2, decode.go, merge",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  <<: defaults
  leaderElect: true
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
""",
    ),
    RuleCard(
        id="unknown-anchor",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The alias has no anchor",
        why="`*name` stands for what `&name` marked before it in the same document; without that the file means "
        "nothing.",
        source="gopkg.in/yaml.v2, decode.go, alias",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    plugins: *common
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
    plugins: &common
      score:
        disabled:
          - name: ImageLocality
  - schedulerName: batch
    plugins: *common
""",
    ),
    RuleCard(
        id="recursive-anchor",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The anchor contains itself",
        why="Written out, the value would never end.",
        source="gopkg.in/yaml.v2, decode.go, alias",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - &batch
    schedulerName: batch
    plugins: *batch
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
    ),
    RuleCard(
        id="too-deep",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="Too many collections stand inside each other",
        why="No configuration is this deep, and what generated the file went wrong; schedcfg stops at a depth that "
        "takes no harm, Kubernetes at 10,000.",
        source="gopkg.in/yaml.v2, scannerc.go, max_flow_level and max_indents",
        bad=f"""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          nested: {"[" * 100}{"]" * 100}
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          nested: [[]]
""",
    ),
    RuleCard(
        id="too-many-aliases",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="Aliases make the document far larger than it is written",
        why="A few lines can stand for gigabytes of memory; Kubernetes refuses such a document.",
        source="gopkg.in/yaml.v2, decode.go, allowedAliasRatio",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          a: &a [x, x, x, x, x, x, x, x, x, x]
          b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
          c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
          d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          a: &a [x, x, x, x, x, x, x, x, x, x]
          b: *a
""",
    ),
)

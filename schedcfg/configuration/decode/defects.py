"""What the reader of the text objected to, as problems; `document` itself has no rules."""

from schedcfg.cards import RuleCard, v1_configuration
from schedcfg.document import Defect, Document, Position
from schedcfg.document.defect import DefectKind
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Finding, FindingClass, Problem, Severity
from schedcfg.releases.release import Release


def of_the_reader(document: Document, release: Release) -> list[Problem]:
    """Report a document's defects: duplicate keys, values that JSON does not have, and the like.

    Up to 1.22 JSON is read a second time as YAML, to find keys that are repeated (`Decode` in apimachinery's
    pkg/runtime/serializer/json/json.go).
    """
    problems = [as_problem(defect) for defect in document.defects]
    error = document.source.yaml_error if document.is_json and release.decodes_with_json_iterator else None
    if error is None:
        return problems
    problem = as_problem(error)
    message = f"Kubernetes {release.name} reads JSON as YAML, too: {problem.message}"
    return [*problems, problem._replace(message=message)]


def as_problem(defect: Defect) -> Problem:
    """Report one defect, which knows its place in the text already; a limit of ours is no refusal of Kubernetes."""
    found = FindingClass.ADVISED if defect.kind is DefectKind.TOO_DEEP else FindingClass.REFUSED
    return Problem(str(defect.kind), defect.path, defect.message, defect.help, found, span=defect.span)


def of_encoding(error: UnreadableInput) -> Finding:
    """Report bytes that are no text."""
    start = Position(error.line, error.column, 0)
    return Finding(
        rule="encoding",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        path="",
        message=printable(str(error)),
        help=error.help,
        start=start,
        end=start,
    )


CARDS = (
    RuleCard(
        id="syntax",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The text is not valid YAML",
        why="Nothing in the file is read, and the scheduler exits before it has read any setting.",
        source="gopkg.in/yaml.v2, scannerc.go and parserc.go, which sigs.k8s.io/yaml uses",
        bad=v1_configuration("""\
leaderElection:
	leaderElect: true
"""),
        good=v1_configuration("""\
leaderElection:
  leaderElect: true
"""),
    ),
    RuleCard(
        id="unrendered-template",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The file is a template, or code",
        why="Helm or another tool fills in the values of a template later: kube-scheduler would read the placeholders. "
        "Code, such as Go's or Terraform's, may contain a configuration, but is not one.",
        source="gopkg.in/yaml.v2, scannerc.go; docs/chart_template_guide of helm/helm-www",
        bad=v1_configuration("""\
leaderElection:
  leaderElect: {{ .Values.leaderElection.enabled }}
"""),
        good=v1_configuration("""\
leaderElection:
  leaderElect: true
"""),
    ),
    RuleCard(
        id="encoding",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The file is not text",
        why="YAML is encoded in UTF-8, or in UTF-16 with a byte order mark; the first byte that is neither is an "
        "error.",
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
        title="A key is repeated",
        why="Decoding is strict: the scheduler does not choose between two values, it exits. Only 1.18 ignores the "
        "repetition, in v1alpha1, and since 1.23 args in JSON that the release has no kind for are not checked.",
        source="gopkg.in/yaml.v2, decode.go, setMap; sigs.k8s.io/yaml, YAMLToJSONStrict",
        bad=v1_configuration("""\
clientConnection:
  qps: 50
  burst: 100
  qps: 100
"""),
        good=v1_configuration("""\
clientConnection:
  qps: 100
  burst: 100
"""),
        depends=True,
    ),
    RuleCard(
        id="unsupported-key",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="A key cannot be a key in JSON",
        why="Kubernetes converts YAML to JSON before it decodes it, and keys in JSON are strings: the whole file is "
        "refused.",
        source="sigs.k8s.io/yaml, yaml.go, convertToJSONableObject",
        bad=v1_configuration("""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          weights:
            [fast, slow]: 3
"""),
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          weights:
            fast: 3
            slow: 3
"""),
    ),
    RuleCard(
        id="unsupported-value",
        finding_class=FindingClass.REFUSED,
        severity=Severity.WARNING,
        title="A value cannot be a value in JSON",
        why="JSON has no infinity and no `.nan`, so the file is refused before its fields are decoded. Since 1.23, "
        "args in JSON that the release has no kind for are not checked.",
        source="sigs.k8s.io/yaml, yaml.go, convertToJSONableObject; encoding/json, UnsupportedValueError",
        bad=v1_configuration("""\
clientConnection:
  qps: .inf
"""),
        good=v1_configuration("""\
clientConnection:
  qps: 1000
"""),
        depends=True,
    ),
    RuleCard(
        id="bad-tag",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="A value does not match its tag",
        why="A tag such as `!!int` declares a type; a value of another type is an error.",
        source="gopkg.in/yaml.v2, resolve.go",
        bad=v1_configuration("""\
parallelism: !!int sixteen
"""),
        good=v1_configuration("""\
parallelism: 16
"""),
    ),
    RuleCard(
        id="bad-merge",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The merged value is not a mapping",
        why="Only a mapping, or a list of mappings, can be merged into another mapping; anything else is an error.",
        source="gopkg.in/yaml.v2, decode.go, merge",
        bad=v1_configuration("""\
leaderElection:
  <<: defaults
  leaderElect: true
"""),
        good=v1_configuration("""\
leaderElection:
  leaderElect: true
"""),
    ),
    RuleCard(
        id="unknown-anchor",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The alias has no anchor",
        why="`*name` refers to an earlier `&name` in the same document; without it, the file cannot be read.",
        source="gopkg.in/yaml.v2, decode.go, alias",
        bad=v1_configuration("""\
profiles:
  - schedulerName: batch
    plugins: *common
"""),
        good=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
    plugins: &common
      score:
        disabled:
          - name: ImageLocality
  - schedulerName: batch
    plugins: *common
"""),
    ),
    RuleCard(
        id="recursive-anchor",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="The anchor contains itself",
        why="Its expansion would be endless.",
        source="gopkg.in/yaml.v2, decode.go, alias",
        bad=v1_configuration("""\
profiles:
  - &batch
    schedulerName: batch
    plugins: *batch
"""),
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
"""),
    ),
    RuleCard(
        id="too-deep",
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        lighter=(Severity.WARNING,),
        title="Collections are nested too deep",
        why="No configuration is nested this deep, so whatever generated the file is broken. schedcfg stops at a "
        "safe depth, and does not validate what is inside; Kubernetes refuses more than 10,000.",
        source="schedcfg/document/plain.py, MAX_DEPTH; gopkg.in/yaml.v2, scannerc.go, max_flow_level",
        bad=v1_configuration(f"""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          nested: {"[" * 100}{"]" * 100}
"""),
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          nested: [[]]
"""),
    ),
    RuleCard(
        id="too-many-aliases",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="Aliases expand the document to a multiple of its size",
        why="A few lines can expand to gigabytes; Kubernetes refuses such a document.",
        source="gopkg.in/yaml.v2, decode.go, allowedAliasRatio",
        bad=v1_configuration("""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          a: &a [x, x, x, x, x, x, x, x, x, x]
          b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
          c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
          d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
"""),
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          a: &a [x, x, x, x, x, x, x, x, x, x]
          b: *a
"""),
    ),
)

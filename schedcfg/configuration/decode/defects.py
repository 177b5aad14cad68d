"""What the reader of the text objected to, as problems; `document` itself has no rules."""

from collections.abc import Set as AbstractSet

from schedcfg.cards import RuleCard
from schedcfg.document import Defect, Document, Position
from schedcfg.document.defect import DefectKind
from schedcfg.document.span import Path
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Finding, FindingClass, Problem, Severity
from schedcfg.releases.release import Release


def of_the_reader(document: Document, release: Release, kept: AbstractSet[Path] = frozenset()) -> list[Problem]:
    """Report a document's defects: duplicate keys, values that JSON does not have, and the like.

    Go's own decoder of JSON hands `args` to `RawExtension.UnmarshalJSON` as bytes, and checks no more than their
    syntax; what decodes them later is the codec, if it has a kind for them. YAML became JSON before that, and the
    older decoder of JSON reads the text a second time as YAML (`unmarshal` and `Decode` in apimachinery's
    pkg/runtime/serializer/json/json.go).

    Args:
        document: The document.
        release: By whose rules.
        kept: The paths of Args that the release has no kind for.
    """
    problems = [as_problem(defect) for defect in document.defects]
    if not document.is_json:
        return problems
    if release.decodes_with_json_iterator:
        error = document.source.yaml_error
        return problems if error is None else [*problems, _of_json_as_yaml(error, release)]
    return [_left_to_plugin(problem) if _is_within(problem, kept) else problem for problem in problems]


def _of_json_as_yaml(error: Defect, release: Release) -> Problem:
    """Report what stops the YAML reader in a JSON text."""
    problem = as_problem(error)
    return problem._replace(message=f"Kubernetes {release.name} reads JSON as YAML, too: {problem.message}")


def _is_within(problem: Problem, kept: AbstractSet[Path]) -> bool:
    """Return whether a problem is about a value in one of the Args; a key that is repeated is none of its value."""
    path = problem.path[:-1] if problem.rule == DefectKind.DUPLICATE_KEY else problem.path
    return any(path[:length] in kept for length in range(len(path) + 1))


def _left_to_plugin(problem: Problem) -> Problem:
    """Return as advice what kube-scheduler does not look at."""
    return problem._replace(
        message=f"{problem.message}; kube-scheduler keeps these args as they are written, for the plugin to read",
        help=problem.help or "Keep one of the values.",
        finding_class=FindingClass.ADVISED,
        severity=Severity.WARNING,
    )


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
        why="Helm or another tool fills in its values later: kube-scheduler would read the placeholders.",
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
        "repetition, in v1alpha1, and later than 1.22 nobody looks into args in JSON that the release has no kind for.",
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
        title="A key cannot be a key in JSON",
        why="Kubernetes converts YAML to JSON before it decodes it, and keys in JSON are strings: the whole file is "
        "refused.",
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
        severity=Severity.WARNING,
        title="A value cannot be a value in JSON",
        why="JSON has no infinity and no `.nan`, so the file is refused before its fields are decoded. Later than "
        "1.22, nobody looks into args in JSON that the release has no kind for.",
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
        depends=True,
    ),
    RuleCard(
        id="bad-tag",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        title="A value does not match its tag",
        why="A tag such as `!!int` declares a type; a value of another type is an error.",
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
        title="The merged value is not a mapping",
        why="Only a mapping, or a list of mappings, can be merged into another mapping; anything else is an error.",
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
        why="`*name` refers to an earlier `&name` in the same document; without it, the file cannot be read.",
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
        why="Its expansion would be endless.",
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
        title="Collections are nested too deep",
        why="No configuration is nested this deep, so whatever generated the file is broken. schedcfg stops at a "
        "safe depth, Kubernetes at 10,000.",
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
        title="Aliases expand the document to a multiple of its size",
        why="A few lines can expand to gigabytes; Kubernetes refuses such a document.",
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

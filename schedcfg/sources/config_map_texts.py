"""Texts of ConfigMaps; values that are mappings where texts belong, and texts that are not indented."""

from collections.abc import Iterator

from schedcfg.cards import Citation, RuleCard
from schedcfg.document import Document, Path, Span, Stream
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.sources.in_place import is_block
from schedcfg.sources.marks import declares_policy, mentions_configuration, mentions_policy
from schedcfg.sources.type_meta import is_policy, read_type_meta


def values(data: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield key and text of what may be a configuration or a Policy, without parsing it."""
    written = data.get("data")
    if isinstance(written, dict):
        for key, value in written.items():
            if isinstance(value, str) and (mentions_configuration(value) or mentions_policy(value)):
                yield key, value


def holds_policy(stream: Stream, value: str) -> bool | None:
    """Return whether a value is a Policy rather than a configuration; None if it is neither.

    kube-scheduler reads the first document, so that this one counts. One that cannot be read is treated as what it
    mentions; one without a kind for a configuration, if it mentions one.
    """
    mentioned = False if mentions_configuration(value) else None
    if not stream.documents:
        return True if mentioned is None and declares_policy(value) else mentioned
    data = stream.documents[0].data
    if is_policy(data):
        return True
    meta = read_type_meta(data)
    if meta.is_configuration:
        return False
    unsaid = isinstance(data, dict) and not meta.kind and not meta.api_version
    return mentioned if unsaid else None


MAPPED = "config-map-value"


def mapped(key: str, place: Span) -> Problem:
    """Return the problem with a key that has a mapping where a text belongs."""
    return Problem(
        MAPPED,
        (),
        f"the API server refuses this ConfigMap: `{key}` must be a text, and a `|` is missing after its colon",
        f"Write `{key}: |`, and leave the lines below it as they are.",
        finding_class=FindingClass.ADVISED,
        span=place,
    )


UNINDENTED = "unindented-text"


def unindented_in(data: object, document: Document, path: Path = ()) -> Problem | None:
    """Return a problem with the key whose text is not its value, because its lines are not indented below `|`.

    Args:
        data: What has the key, and the keys that its lines became.
        document: The document.
        path: Where that is.
    """
    keys = [key for key, value in data.items() if value == ""] if isinstance(data, dict) else []
    key = next((key for key in keys if is_block(document.text, _start(document, (*path, key)))), None)
    if key is None:
        return None
    place = document.locate((*path, key))
    return Problem(
        UNINDENTED,
        (),
        f"the text of `{key}` is not indented below its `|`: `{key}` is empty, and the lines are keys next to it",
        f"Indent the lines that follow it further than `{key}`.",
        finding_class=FindingClass.ADVISED,
        span=place.key or place.value,
    )


def _start(document: Document, path: Path) -> int:
    return document.locate(path).value.start.offset


_AS_TEXT_OF_KEY = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch-scheduler
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    profiles:
      - schedulerName: batch
"""

CARDS = (
    RuleCard(
        id=MAPPED,
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        title="A ConfigMap has a mapping instead of a text",
        why="The values of a ConfigMap's `data` are texts. The API server refuses anything else, and the scheduler "
        "finds no configuration.",
        source="staging/src/k8s.io/api/core/v1/types.go, ConfigMap",
        evidence=(
            Citation(
                "https://github.com/DataDog/integrations-core/issues/5950",
                '`ReadString: expects " or n, but found {`: the API server does not take a mapping',
            ),
            Citation("https://github.com/go-vikunja/helm-chart/pull/31", "the same, where `|` is missing"),
        ),
        bad="""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch-scheduler
data:
  config.yaml:
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    profiles:
      - schedulerName: batch
""",
        good=_AS_TEXT_OF_KEY,
    ),
    RuleCard(
        id=UNINDENTED,
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        title="A text is not indented below its key",
        why="The text of a key with `|` is indented further than the key. Otherwise the key is empty, and the lines "
        "become keys of the ConfigMap, which the API server refuses; the scheduler finds no configuration.",
        source="gopkg.in/yaml.v2, scannerc.go, yaml_parser_scan_block_scalar",
        evidence=(
            Citation(
                "https://github.com/carina-io/carina/blob/904174d809ad5c1be31e72261ba6185f8c03f1bf/scheduler/deploy/carina-scheduler.yaml",
                "a configuration that is not indented below its `|`",
            ),
        ),
        bad="""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch-scheduler
data:
  config.yaml: |
  apiVersion: kubescheduler.config.k8s.io/v1
  kind: KubeSchedulerConfiguration
  profiles:
    - schedulerName: batch
""",
        good=_AS_TEXT_OF_KEY,
    ),
)

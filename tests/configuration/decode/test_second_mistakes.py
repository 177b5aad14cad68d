"""Two mistakes in one file: both are reported at once, also where the second is inside of the first."""

import itertools

import pytest

from schedcfg import IN_TREE_ONLY, Finding, Role, validate
from schedcfg.validation.options import Options

BASE = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 16
leaderElection:
  leaderElect: true
  leaseDuration: 15s
profiles:
- schedulerName: one
  plugins:
    score:
      enabled:
      - name: ImageLocality
        weight: 3
      disabled:
      - name: ImageLocality
    filter:
      disabled:
      - name: NodePorts
  pluginConfig:
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: LeastAllocated
        resources:
        - name: cpu
          weight: 1
  - name: VolumeBinding
    args:
      bindTimeoutSeconds: 30
extenders:
- urlPrefix: http://127.0.0.1:8888
  filterVerb: filter
  prioritizeVerb: prioritize
  weight: 2
"""

MISTAKES = {
    "kind": ("kind: Kube", "kind: kube"),
    "version": ("k8s.io/v1", "k8s/v1"),
    "misspelt at the top": ("parallelism", "paralelism"),
    "quoted number": ("lism: 16", "lism: '16'"),
    "quoted truth": ("Elect: true", "Elect: 'true'"),
    "no unit": ("15s", "9"),
    "map of a profile": ("- schedulerName", "  schedulerName"),
    "misspelt in a profile": ("schedulerName: one", "scheduledName: one"),
    "misspelt plugins": ("  plugins:", "  plugin:"),
    "misspelt point": ("    score:", "    Score:"),
    "misspelt list": ("      enabled:", "      enable:"),
    "map of a plugin": ("      - name: ImageLocality\n        weight", "        name: ImageLocality\n        weight"),
    "unknown plugin": ("- name: ImageLocality\n        w", "- name: ImageLocalities\n        w"),
    "unknown plugin in a map": ("name: ImageLocality\n        weight: 3", "name: Nope\n        weight: 3"),
    "quoted weight": ("weight: 3", "weight: '3'"),
    "map of a disabled one": ("      - name: NodePorts", "        nam: NodePorts"),
    "misspelt args": ("    args:\n      bind", "    arg:\n      bind"),
    "misspelt field of args": ("scoringStrategy", "scoringStratgy"),
    "value of args": ("LeastAllocated", "Least"),
    "map of resources": ("        - name: cpu", "          name: cpu"),
    "bound in a list": ("          weight: 1", "          weight: 1000"),
    "bound": ("Seconds: 30", "Seconds: -30"),
    "map of an extender": ("- urlPrefix", "  urlPrefix"),
    "misspelt in an extender": ("filterVerb", "filterverb"),
    "weight of an extender": ("  weight: 2", "  weight: 0"),
}
"""Each is one replacement within its lines, so that lines stay where they are."""

PAIRS = list(itertools.combinations(MISTAKES, 2))


def errors(text: str) -> set[tuple[str, int]]:
    report = validate(text, "1.31", options=Options(registry=IN_TREE_ONLY))
    return {
        (finding.rule, finding.start.line)
        for document in report.documents
        for finding in document.findings
        if finding.is_error
    }


def mistaken(*names: str) -> str | None:
    """Return the file with mistakes; None where one is in the way of another."""
    text = BASE
    for name in names:
        old, new = MISTAKES[name]
        if text.count(old) != 1:
            return None
        text = text.replace(old, new)
    return text


def test_the_file_is_right_without_them() -> None:
    assert errors(BASE) == set()


@pytest.mark.parametrize("name", list(MISTAKES))
def test_each_is_reported(name: str) -> None:
    text = mistaken(name)
    assert text is not None
    assert errors(text)


def test_both_are_reported(subtests: pytest.Subtests) -> None:
    for pair in PAIRS:
        with subtests.test(pair=pair):
            text = mistaken(*pair)
            if text is not None:
                alone = {error for name in pair for error in errors(mistaken(name) or "")}
                assert alone <= errors(text)


def found(body: str, version: str = "v1", kubernetes: str | None = None) -> list[Finding]:
    text = f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n{body}"
    report = validate(text, kubernetes, options=Options(registry=IN_TREE_ONLY))
    return [finding for document in report.documents for finding in document.findings if finding.is_error]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("profiles: [{plugins: {score: [ImageLocality, Nope]}}]\n", ["wrong-type", "unknown-plugin"]),
        ("profiles: [{plugins: [{score: {enabled: [{name: Nope}]}}]}]\n", ["wrong-type", "unknown-plugin"]),
        (
            "profiles: [{pluginConfig: {VolumeBinding: {args: {bindTimeoutSeconds: -1}}}}]\n",
            ["wrong-type", "plugin-args"],
        ),
        ("profiles: [{pluginConfig: {VolumeBinding: {bindTimeoutSeconds: -1}}}]\n", ["wrong-type", "plugin-args"]),
        ("profiles: [{schedulerName: a, extenders: [{weight: 0, prioritizeVerb: p}]}]\n", ["unknown-field", None]),
        ("pluginConfig: [{name: VolumeBinding, args: {bindTimeoutSeconds: -1}}]\nprofiles: [{}]\n", None),
        ("leaderElection:\nleaseDuration: 5\n", ["unknown-field", "wrong-type"]),
    ],
)
def test_what_is_inside_of_another_form_is_read(body: str, expected: list[str | None] | None) -> None:
    rules = [finding.rule for finding in found(body, kubernetes="1.31")]
    for rule in expected or ["unknown-field", "plugin-args"]:
        assert (rule or "extender-not-allowed") in rules


@pytest.mark.parametrize(
    ("body", "count"),
    [
        # What fits nothing known is no reason to go on.
        ("profiles: {a: {b: 1}}\n", 1),
        ("profiles: [{pluginConfig: {name: 1}}]\n", 2),
        ("profiles: [{schedulerName: 5}]\n", 1),
        ("leaderElection: true\n", 1),
        ("profiles: [{plugin: 5}]\n", 1),
        # Two spellings of one: neither is taken for the other.
        ("paralelism: 0\nparallelism: 4\nparalellism: 0\n", 2),
    ],
)
def test_a_guess_adds_nothing_of_its_own(body: str, count: int) -> None:
    assert len(found(body, kubernetes="1.31")) == count


def test_places_are_those_of_the_text() -> None:
    first, second = found("profiles:\n  plugin:\n    score:\n      enabled:\n        name: Nope\n", kubernetes="1.31")[
        -2:
    ]
    assert (first.start.line, second.start.line) == (7, 7)
    assert second.path == "profiles.plugin.score.enabled.name"


@pytest.mark.parametrize("version", ["v1beta3", "v1beta2", "v1beta1"])
def test_a_version_that_is_no_longer_served_hides_nothing_of_its_fields(version: str) -> None:
    rules = [finding.rule for finding in found("paralelism: 4\nprofiles: {}\n", version, "1.31")]
    assert rules == ["unserved-api-version", "unknown-field", "wrong-type"]


def test_a_policy_is_read_on_as_well() -> None:
    lists = '"predicate": [{"name": "Nope"}], "priorities": {"name": "P", "weight": 0}'
    text = f'{{"kind": "Policy", "apiVersion": "v1", {lists}}}'
    report = validate(text, "1.22", options=Options(role=Role.POLICY))
    messages = " ".join(finding.message for finding in report.documents[0].findings)
    assert "`predicate`" in messages
    assert "Nope" in messages
    assert "the weight of priority `P` is 0" in messages


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("profiles: [{schedulerNam: a, schedulerName: b}]\n", "`schedulerName` is also set"),
        ("profiles: [{plugins: {Score: {}, score: {disabled: []}}}]\n", "`score` is also set"),
        ("extenders: [{urlprefix: x, urlPrefix: 'http://y'}]\n", "`urlPrefix` is also set"),
    ],
)
def test_a_misspelled_key_beside_its_right_name(body: str, words: str) -> None:
    (finding,) = (one for one in found(body, kubernetes="1.31") if one.rule == "unknown-field")
    assert words in (finding.help or "")
    assert finding.fix is None


@pytest.mark.parametrize(
    ("body", "level"),
    [
        ("profiles: [{plugins: {disabled: [{name: ImageLocality}]}}]\n", "`plugins` and `disabled`"),
        ("profiles: [{plugins: {enabled: [{name: ImageLocality}]}}]\n", "`plugins` and `enabled`"),
    ],
)
def test_a_level_that_is_missing(body: str, level: str) -> None:
    (finding,) = found(body, kubernetes="1.31")
    assert f"A level is missing between {level}: write `score:`" in (finding.help or "")
    assert "`multiPoint`" in (finding.help or "")

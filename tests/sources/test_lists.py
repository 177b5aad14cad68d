"""Configurations and ConfigMaps that are items of a list of manifests are validated where they stand."""

import json

import pytest

from schedcfg import Verdict, effective_configuration, validate
from schedcfg.document import parse
from schedcfg.sources import Text
from schedcfg.sources.embedded import configurations_in
from schedcfg.sources.manifests.reading import configurations

GROUP = "kubescheduler.config.k8s.io"
WRONG = f'"apiVersion": "{GROUP}/v1", "kind": "KubeSchedulerConfiguration", "parallelism": 0'

BLOCK = f"""\
# a list
apiVersion: v1
kind: List
items:
- kind: Pod   # another thing
- apiVersion: {GROUP}/v1
  kind: KubeSchedulerConfiguration
  parallelism: 0  # wrong
  profiles:
  - schedulerNam: default-scheduler
# between
-   # the dash alone in its line
    kind: KubeSchedulerConfiguration
    apiVersion: {GROUP}/v1
    parallelism: -1
- &anchor
  apiVersion: {GROUP}/v1
  kind: KubeSchedulerConfiguration
  parallelism: -2
  profiles:
- kind: ConfigMap
  data:
    config.yaml: |-
      apiVersion: {GROUP}/v1
      kind: KubeSchedulerConfiguration
      parallelism: -3
- kind: List
  items:
    - - no manifest
    - kind: ConfigMapList
      items:
      - data:
          inner: |
            apiVersion: {GROUP}/v1
            kind: KubeSchedulerConfiguration
            parallelism: -4
    - kind: Policy
      apiVersion: v1
      predicates:
      - name: Nope
"""


def found(text: str) -> list[tuple[str | None, int, int, str]]:
    """Key, line, column and underlined text of every finding."""
    return [
        (document.key, finding.start.line, finding.start.column, text[finding.start.offset : finding.end.offset])
        for document in validate(text).documents
        for finding in document.findings
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_items_in_block_style(line_end: str) -> None:
    assert found(BLOCK.replace("\n", line_end)) == [
        (None, 8, 16, "0"),
        (None, 10, 5, "schedulerNam"),
        (None, 15, 18, "-1"),
        (None, 19, 16, "-2"),
        ("config.yaml", 26, 20, "-3"),
        ("inner", 36, 26, "-4"),
        (None, 37, 13, "Policy"),
        (None, 40, 15, "Nope"),
    ]


def test_what_kustomize_gives_to_functions_is_a_list() -> None:
    assert found(BLOCK.replace("kind: List", "kind: ResourceList", 1)) == found(BLOCK)


def test_documents_know_their_line_and_number() -> None:
    documents = validate(f"a: b\n---\n{BLOCK}").documents
    assert [document.number for document in documents] == [1] * 6
    assert [document.line for document in documents] == [8, 15, 18, 26, 36, 39]
    assert [document.kind == "Policy" for document in documents] == [False] * 5 + [True]


@pytest.mark.parametrize(
    "items",
    [
        f"[{{kind: Pod}}, {{{WRONG}}}, {{{WRONG}}}]",
        f"\n- {{{WRONG}}}  # a comment\n- &b {{{WRONG}}}\n",
        f"\n  - {{\n  {WRONG}\n}}\n  - {{{WRONG}, }}\n",
    ],
)
@pytest.mark.parametrize(
    "head", ["kind: List\n", "---\nkind: List\n", "\n\n# c\nkind: List\n", "k: v\n---\nkind: List\n"]
)
def test_flow_items_of_a_yaml_file(head: str, items: str) -> None:
    text = f"{head}items: {items}"
    places = [place for _, line, column, _ in found(text) for place in [(line, column)]]
    zeros = [offset for offset in range(len(text)) if text[offset] == "0"]
    assert places == [
        (text.count("\n", 0, zero) + 1, zero - text.rfind("\n", 0, zero)) for zero in zeros if text[zero - 1] == " "
    ]
    assert len(places) == 2


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_in_json(indent: int | None) -> None:
    wrong = json.loads(f"{{{WRONG}}}")
    config_map = {"kind": "ConfigMap", "data": {"c": json.dumps(wrong)}}
    text = json.dumps({"kind": "List", "items": [wrong, config_map, wrong]}, indent=indent)
    (first, value, last) = found(text)
    assert (first[3], last[3]) == ("0", "0")
    assert value[3] == "0"
    assert value[0] == "c"
    line, column = first[1], first[2]
    assert text.split("\n")[line - 1][column - 1] == "0"


TIED = f"""\
kind: List
items:
- kind: Pod
  names: &names
  - schedulerNam: default-scheduler
- apiVersion: {GROUP}/v1
  kind: KubeSchedulerConfiguration
  profiles: *names
"""


def test_an_item_tied_to_other_parts_is_validated_as_a_whole_and_says_so() -> None:
    (document,) = validate(TIED).documents
    assert document.verdict is Verdict.REFUSED
    assert {finding.rule for finding in document.findings} == {"shared-text", "unknown-field"}
    for finding in document.findings:
        whole = TIED[finding.start.offset : finding.end.offset]
        assert (whole.splitlines()[0], whole.splitlines()[-1]) == (f"apiVersion: {GROUP}/v1", "  profiles: *names")
    assert document.line == 6


def test_an_alias_as_item_is_validated_as_a_whole() -> None:
    text = BLOCK + "- *anchor\n"
    (*_, note, wrong) = found(text)
    assert note == wrong == (None, 41, 3, "*anchor")


def test_anchors_of_the_item_itself_are_read_in_place() -> None:
    text = (
        f"kind: List\nitems:\n- kind: KubeSchedulerConfiguration\n  apiVersion: {GROUP}/v1\n  clientConnection: &c\n"
        "    qps: 1\n    <<: {burst: 2}\n  leaderElection:\n    leaderElect: 1\n"
    )
    assert found(text) == [(None, 9, 18, "1")]


def test_one_block_that_two_config_maps_share_is_validated_once() -> None:
    text = (
        f"kind: List\nitems:\n- kind: ConfigMap\n  data: &d\n    c: |\n      apiVersion: {GROUP}/v1\n"
        "      kind: KubeSchedulerConfiguration\n      parallelism: 0\n- kind: ConfigMap\n  data: *d\n"
        "- kind: ConfigMap\n  data:\n    <<: *d\n"
    )
    assert found(text) == [("c", 8, 20, "0")]


@pytest.mark.parametrize(
    "text",
    [
        "kind: List\n",
        "kind: List\nitems: {a: b}\n",
        "kind: List\nitems: [1, null, [], {}]\n",
        "kind: [List]\nitems:\n- kind: {}\n",
        f"kind: List\nitems:\n- kind: Pod\n  args: {{kind: NodeAffinityArgs, apiVersion: {GROUP}/v1}}\n",
    ],
)
def test_other_lists_hold_none(text: str) -> None:
    (document,) = parse(text).documents
    assert configurations_in(document) == []
    assert validate(text).verdict is Verdict.SKIPPED


def test_what_a_list_runs_is_shown() -> None:
    text = BLOCK.replace("parallelism: -3", "parallelism: 3")
    views = effective_configuration(text).documents
    assert [document.view is not None for document in views] == [False, False, False, True, False, False]
    assert views[3].report.key == "config.yaml"


def test_configurations_of_one_key_are_of_their_own_config_maps() -> None:
    value = json.dumps(f"apiVersion: {GROUP}/v1\nkind: KubeSchedulerConfiguration\n")
    maps = "".join(f"- {{kind: ConfigMap, metadata: {{name: {name}}}, data: {{c: {value}}}}}\n" for name in ("a", "b"))
    other = f"- {{kind: Other, metadata: {{name: o}}, data: {{c: {value}}}}}\n"
    text = Text("list.yaml", parse(f"apiVersion: v1\nkind: List\nitems:\n{maps}{other}"))
    assert [(configuration.config_map, configuration.key) for configuration in configurations((text,))] == [
        ("a", "c"),
        ("b", "c"),
        ("", "items[2].data.c"),
    ]

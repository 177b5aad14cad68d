"""`effective` as Mermaid: valid and complete, whatever the names are."""

import re

import pytest

from schedcfg import releases
from schedcfg.commands.effective import FORMATS
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.commands.effective.pictures import Diagram, DiagramCell, each_diagram
from schedcfg.configuration.effective.view import FileView
from schedcfg.output import load
from schedcfg.output.summary import Summary
from schedcfg.validation.options import Options

HOSTILE = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
- urlPrefix: "http://user:secret@127.0.0.1:8888/<x>"
  filterVerb: "f&\\"f"
  prioritizeVerb: rate
  bindVerb: tie
  weight: 5
profiles:
- schedulerName: "a<b>&\\"c\\" \\u0007 --> ]"
  plugins:
    score:
      enabled:
      - {name: "Bad\\"<name>];&", weight: 7}
      - {name: NodeResourcesFit, weight: 9}
      - {name: InterPodAffinity, weight: 2}
      disabled: [{name: ImageLocality}]
- schedulerName: "\\u8bd1\\u8005"
"""

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"

BROKEN = HOSTILE.replace("profiles:", "paralellism: 1\nprofiles:")

CROWDED = HEAD.format("v1") + "profiles:\n- plugins:\n    score:\n      enabled:\n"
CROWDED += "".join(f"      - {{name: Own{'VeryLong' * number}, weight: {number}}}\n" for number in range(1, 31))

TURNED = HEAD.format("v1") + "profiles:\n- plugins:\n    score:\n      disabled: [{name: '*'}]\n"
TURNED += "      enabled: [{name: NodeResourcesFit, weight: 5}, {name: Own, weight: -3}]\n"

BARE = (
    HEAD.format("v1")
    + "profiles:\n- plugins:\n    multiPoint: {disabled: [{name: '*'}]}\n"
    + "    queueSort: {enabled: [{name: PrioritySort}]}\n    bind: {enabled: [{name: DefaultBinder}]}\n"
)

TEXTS = {
    "hostile": HOSTILE,
    "crowded": CROWDED,
    "turned": TURNED,
    "bare": BARE,
    "broken": BROKEN,
    **{f"default of {release}": None for release in ("1.18", "1.22", "1.25", releases.NEWEST)},
}


def views(which: str) -> list[FileView]:
    text = TEXTS[which]
    if text is not None:
        return [effective_configuration(text, path="<a & b>.yaml")]
    release = which.rpartition(" ")[2]
    version = {"1.18": "v1alpha2", "1.22": "v1beta2"}.get(release, "v1")
    return [effective_configuration(HEAD.format(version), release)]


def drawn(which: str) -> str:
    return "".join(load(FORMATS["mermaid"])(views(which), Summary(), colored=False))


def as_it_is(diagram: Diagram) -> Diagram:
    return diagram


def shown(which: str) -> list[Diagram]:
    return list(each_diagram(views(which), as_it_is, Summary()))


@pytest.mark.parametrize("which", TEXTS)
def test_mermaid_is_a_flowchart_with_nothing_that_could_end_a_label(which: str) -> None:
    settings, head, *lines = drawn(which).splitlines()
    assert re.fullmatch(r"%%\{init: \{.+\}\}%%", settings)
    assert head == "flowchart TB"
    words = [line.strip() for line in lines]
    assert sum(word.startswith("subgraph ") for word in words) == words.count("end")
    for word in words:
        if word in {"end", "direction LR", "direction TB"} or word.startswith("classDef "):
            continue
        if re.fullmatch(r"p\d+(_\w+)? (-->|-\.->|~~~) p\d+(_\w+)?", word):
            continue
        labeled = re.fullmatch(r'(?:subgraph )?p\d+(?:_\w+)?\["([^"\[\]]*)"\](?::::(?:off|head))?', word)
        assert labeled, word
        plain = re.sub(r"</?[bis]>|<w?br/>|#\d+;", "", labeled[1])
        assert plain.isprintable()
        # Neither Mermaid's own signs nor those that Markdown makes lists, links, emphasis or code of.
        assert not set('<>&"*_`~+=:.#{}()') & set(plain)
        assert re.findall(r"(?<![^\W_])-|-(?![^\W_])", plain) == []


def test_signs_and_legend() -> None:
    first, second = shown("hostile")
    (score,) = (box for box in first.boxes if box.point == "score")
    cells = {cell.name: (cell.sign, cell.detail) for cell in score.cells}
    assert cells['Bad"<name>];&'][0] == "+"
    assert cells["NodeResourcesFit"][0] == "~"
    assert cells["NodeResourcesFit"][1].startswith("weight 9 (was 1), ")
    assert cells["InterPodAffinity"][0] == "="
    assert cells["ImageLocality"] == ("-", "")
    assert cells["http://***@127.0.0.1:8888/<x>/rate"] == ("»", "weight 5")
    assert first.legend == "+ added · ~ re-weighted · = named, as by default · - removed · » extender"
    assert second.legend == "» extender"


def test_an_extender_that_binds_goes_before_the_plugins() -> None:
    cells = {box.point: [cell.sign for cell in box.cells] for box in shown("hostile")[1].boxes}
    assert cells["bind"] == ["»", ""]
    assert cells["filter"][-1] == "»"


def test_a_small_share_is_not_nothing() -> None:
    (diagram,) = shown("default of 1.18")
    details = {cell.name: cell.detail for box in diagram.boxes for cell in box.cells if box.point == "score"}
    assert details["ImageLocality"] == "weight 1, <0.1%"
    assert details["NodePreferAvoidPods"] == "weight 10000, 99.9%"


def test_a_negative_weight_leaves_no_shares() -> None:
    (diagram,) = shown("turned")
    details = {cell.name: cell.detail for box in diagram.boxes for cell in box.cells if box.point == "score"}
    assert details == {"NodeResourcesFit": "weight 5 (was 1)", "Own": "weight -3", "8 of 9 defaults": ""}


def test_points_where_nothing_runs_and_nothing_was_removed_are_left_out() -> None:
    (diagram,) = shown("bare")
    runs = {box.point: [cell.name for cell in box.cells if cell.sign != "-"] for box in diagram.boxes}
    assert {point: names for point, names in runs.items() if names} == {
        "queueSort": ["PrioritySort"],
        "bind": ["DefaultBinder"],
    }
    assert "permit" not in runs


def test_a_link_is_no_markdown_to_mermaid() -> None:
    said = drawn("hostile")
    assert "http#58;<wbr/>//" in said
    assert "http:" not in said


def test_configurations_of_one_file_are_reported_apart() -> None:
    text = HEAD.format("v1") + "---\n" + HEAD.format("v1")
    places = [
        diagram.subtitle
        for diagram in each_diagram([effective_configuration(text, path="two.yaml")], as_it_is, Summary())
    ]
    assert [place.partition(", v1")[0] for place in places] == ["two.yaml, line 1", "two.yaml, line 4"]


def test_nothing_found_is_said() -> None:
    text = "".join(load(FORMATS["mermaid"])([], Summary(), colored=False))
    assert "no scheduler configuration was found" in text


def test_no_login_is_shown() -> None:
    assert "secret" not in drawn("hostile")


def test_what_is_refused_says_so() -> None:
    text = drawn("broken")
    assert f"refused by Kubernetes {releases.NEWEST}: line 9: unknown field" in re.sub(
        r"#(\d+);", lambda code: chr(int(code[1])), text
    )


def test_the_same_each_time() -> None:
    assert drawn("hostile") == drawn("hostile")


def test_points_that_nothing_calls_are_off() -> None:
    (diagram,) = shown(f"default of {releases.NEWEST}")
    off = {box.point: box.note for box in diagram.boxes if not box.is_passed}
    assert off == {
        "placementScore": "off: feature gate TopologyAwareWorkloadScheduling",
        "podGroupPostFilter": "off: feature gate GenericWorkload",
    }
    assert not off.keys() & {box.point for step in (*diagram.path, *diagram.detour) for box in step}
    assert drawn(f"default of {releases.NEWEST}").count(":::off\n") == 2
    (called,) = with_groups()
    assert all(box.is_passed for box in called.boxes)


def with_groups() -> list[Diagram]:
    gates = {"TopologyAwareWorkloadScheduling": True, "GenericWorkload": True}
    options = Options(feature_gates=gates)
    return list(each_diagram([effective_configuration(HEAD.format("v1"), options=options)], as_it_is, Summary()))


def test_profiles_keep_their_order() -> None:
    lines = [line.strip() for line in drawn("hostile").splitlines()]
    assert "p0 ~~~ p1" in lines
    assert [diagram.title for diagram in shown("hostile")][1] == "\u8bd1\u8005"


def test_plugins_at_points_that_are_not_known_are_shown() -> None:
    text = HEAD.format("v1") + "profiles:\n- plugins: {multiPoint: {enabled: [{name: Own, weight: 3}]}}\n"
    (diagram,) = each_diagram([effective_configuration(text)], as_it_is, Summary())
    box = diagram.boxes[-1]
    assert (box.point, box.note, box.cells) == (
        "multiPoint",
        "at points that are not known",
        (DiagramCell("+", "Own", "weight 3"),),
    )
    assert box not in {other for step in diagram.path for other in step}


def test_detours_hang_below_the_way() -> None:
    (diagram,) = with_groups()
    assert [(left.point, right.point) for left, right in diagram.detour] == [
        ("queueSort", "placementGenerate"),
        ("placementGenerate", "placementScore"),
        ("placementScore", "podGroupPostFilter"),
        ("filter", "postFilter"),
    ]
    assert ("queueSort", "preFilter") in [(left.point, right.point) for left, right in diagram.path]
    assert ("filter", "preScore") in [(left.point, right.point) for left, right in diagram.path]


def test_shares_are_drawn_as_bars() -> None:
    assert "weight 3, 20#46;0% #9608;#9608;#9608;#9608;<br/>" in drawn(f"default of {releases.NEWEST}")

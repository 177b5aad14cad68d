"""`effective` as mermaid and svg: valid, complete, nothing on top of anything, whatever the names are."""

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from schedcfg import releases
from schedcfg.commands.effective import FORMATS
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.commands.effective.pictures import Box, Diagram, DiagramCell, Stage, each_diagram
from schedcfg.commands.effective.svg import BAR, SCREEN, Rect, lay_out
from schedcfg.configuration.effective.view import FileView
from schedcfg.output import load
from schedcfg.output.summary import Summary
from schedcfg.output.svg import MARGIN, TITLE_FONT
from schedcfg.validation.options import Options
from tests.paths import ROOT

SVG = "{http://www.w3.org/2000/svg}"

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


def drawn(name: str, which: str) -> str:
    return "".join(load(FORMATS[name])(views(which), Summary(), coloured=False))


def as_it_is(diagram: Diagram) -> Diagram:
    return diagram


def shown(which: str) -> list[Diagram]:
    return list(each_diagram(views(which), as_it_is, Summary()))


@pytest.mark.parametrize("which", TEXTS)
def test_svg_shows_every_plugin_within_the_canvas(which: str) -> None:
    root = ET.fromstring(drawn("svg", which))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    texts = list(root.iter(f"{SVG}text"))
    assert all(0 < float(element.attrib["x"]) < width and 0 < float(element.attrib["y"]) < height for element in texts)
    said = [element.text for element in texts]
    for diagram in shown(which):
        assert diagram.title in said
        for box in diagram.boxes:
            assert box.point in said
            assert {cell.name for cell in box.cells} <= set(said)
    for rect in root.iter(f"{SVG}rect"):
        if rect.attrib["width"] != "100%":
            assert float(rect.attrib["x"]) + float(rect.attrib["width"]) <= width
            assert float(rect.attrib["y"]) + float(rect.attrib["height"]) <= height


@pytest.mark.parametrize("which", TEXTS)
def test_nothing_stands_on_anything(which: str) -> None:
    for diagram in shown(which):
        layout = lay_out(diagram, 40)
        assert not any(overlap(left.rect, right.rect) for left, right in combinations(layout.stages, 2))
        for stage in layout.stages:
            boxes = [placed.rect for placed in stage.boxes]
            assert all(inside(box, stage.rect) for box in boxes)
            assert not any(overlap(left, right) for left, right in combinations(boxes, 2))
        assert all(inside(stage.rect, Rect(0, 40, layout.width, layout.height)) for stage in layout.stages)


def overlap(left: Rect, right: Rect) -> bool:
    return left.x < right.right and right.x < left.right and left.y < right.bottom and right.y < left.bottom


def inside(inner: Rect, outer: Rect) -> bool:
    return outer.x <= inner.x and inner.right <= outer.right and outer.y <= inner.y and inner.bottom <= outer.bottom


@pytest.mark.parametrize("which", TEXTS)
def test_mermaid_is_a_flowchart_with_nothing_that_could_end_a_label(which: str) -> None:
    settings, head, *lines = drawn("mermaid", which).splitlines()
    assert re.fullmatch(r"%%\{init: \{.+\}\}%%", settings)
    assert head == "flowchart TB"
    words = [line.strip() for line in lines]
    assert sum(word.startswith("subgraph ") for word in words) == words.count("end")
    for word in words:
        if word in {"end", "direction LR", "direction TB"} or word.startswith("classDef "):
            continue
        if re.fullmatch(r"p\d+(_\w+)? (-->|-\.->|~~~) p\d+(_\w+)?", word):
            continue
        labelled = re.fullmatch(r'(?:subgraph )?p\d+(?:_\w+)?\["([^"\[\]]*)"\](?::::(?:off|head))?', word)
        assert labelled, word
        plain = re.sub(r"</?[bis]>|<w?br/>|#\d+;", "", labelled[1])
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
    said = drawn("mermaid", "hostile")
    assert "http#58;<wbr/>//" in said
    assert "http:" not in said


def test_a_long_title_fits() -> None:
    layout = lay_out(Diagram("x" * 200, "refused", ()), 0)
    assert layout.width >= 200 * TITLE_FONT * 0.6 + 2 * MARGIN


def test_svg_tells_in_words_what_it_draws() -> None:
    told = ET.fromstring(drawn("svg", "hostile")).findtext(f"{SVG}desc", "")
    assert "postFilter, when no node is left: DynamicResources; DefaultPreemption" in told.splitlines()
    assert "~ NodeResourcesFit weight 9 (was 1), " in told
    for box in shown("hostile")[0].boxes:
        assert all(cell.name in told for cell in box.cells)


def test_configurations_of_one_file_are_reported_apart() -> None:
    text = HEAD.format("v1") + "---\n" + HEAD.format("v1")
    places = [
        diagram.subtitle
        for diagram in each_diagram([effective_configuration(text, path="two.yaml")], as_it_is, Summary())
    ]
    assert [place.partition(", v1")[0] for place in places] == ["two.yaml, line 1", "two.yaml, line 4"]


@pytest.mark.parametrize("name", ["mermaid", "svg"])
def test_nothing_found_is_said(name: str) -> None:
    text = "".join(load(FORMATS[name])([], Summary(), coloured=False))
    assert "no scheduler configuration was found" in text
    if name == "svg":
        assert float(ET.fromstring(text).attrib["width"]) > 200


@pytest.mark.parametrize("name", ["mermaid", "svg"])
def test_no_login_is_shown(name: str) -> None:
    assert "secret" not in drawn(name, "hostile")


@pytest.mark.parametrize("name", ["mermaid", "svg"])
def test_what_is_refused_says_so(name: str) -> None:
    text = drawn(name, "broken")
    assert f"refused by Kubernetes {releases.NEWEST}: line 9: unknown field" in re.sub(
        r"#(\d+);", lambda code: chr(int(code[1])), text
    )


@pytest.mark.parametrize("name", ["mermaid", "svg"])
def test_the_same_each_time(name: str) -> None:
    assert drawn(name, "hostile") == drawn(name, "hostile")


def test_points_that_nothing_calls_are_off() -> None:
    (diagram,) = shown(f"default of {releases.NEWEST}")
    off = {box.point: box.note for box in diagram.boxes if not box.is_passed}
    assert off == {
        "placementScore": "off: feature gate TopologyAwareWorkloadScheduling",
        "podGroupPostFilter": "off: feature gate GenericWorkload",
    }
    assert not off.keys() & {box.point for step in (*diagram.path, *diagram.detour) for box in step}
    root = ET.fromstring(drawn("svg", f"default of {releases.NEWEST}"))
    assert len(root.findall(f"{SVG}rect[@class='box off']")) == 2
    assert drawn("mermaid", f"default of {releases.NEWEST}").count(":::off\n") == 2
    (called,) = with_groups()
    assert all(box.is_passed for box in called.boxes)


def with_groups() -> list[Diagram]:
    gates = {"TopologyAwareWorkloadScheduling": True, "GenericWorkload": True}
    options = Options(feature_gates=gates)
    return list(each_diagram([effective_configuration(HEAD.format("v1"), options=options)], as_it_is, Summary()))


@pytest.mark.parametrize("release", ["1.18", "1.22", "1.25", releases.NEWEST, "groups"])
def test_the_picture_of_defaults_is_no_wider_than_a_screen(release: str) -> None:
    for diagram in with_groups() if release == "groups" else shown(f"default of {release}"):
        assert lay_out(diagram, 0).width <= SCREEN


def test_what_does_not_fit_beside_goes_below() -> None:
    boxes = tuple(Box(f"point{number}", (DiagramCell("", "x" * 50),)) for number in range(5))
    layout = lay_out(Diagram("a", "b", (Stage("long", boxes),)), 0)
    assert layout.width <= SCREEN
    assert [(stage.name, len(stage.boxes)) for stage in layout.stages] == [
        ("long", 2),
        ("long, continued", 2),
        ("long, continued", 1),
    ]
    first, _, *_ = layout.stages
    for arrow in layout.arrows:
        assert all(0 < x < layout.width and 0 < y < layout.height for x, y in arrow.corners)
    # What leads to the next row passes around the boxes of this one.
    (across,) = (arrow for arrow in layout.arrows[:2] if len(arrow.corners) > 2)
    assert across.corners[1][0] > first.rect.right
    assert first.rect.bottom < across.corners[2][1] < layout.stages[1].rect.y


def test_shares_are_drawn_as_bars() -> None:
    root = ET.fromstring(drawn("svg", f"default of {releases.NEWEST}"))
    widths = [float(rect.attrib["width"]) for rect in root.findall(f"{SVG}rect[@class='bar']")]
    assert sorted(widths) == [4.0] * 4 + [8.0] * 4 + [12.0]
    assert sum(widths) == pytest.approx(BAR)
    assert "weight 3, 20#46;0% #9608;#9608;#9608;#9608;<br/>" in drawn("mermaid", f"default of {releases.NEWEST}")


def test_profiles_keep_their_order() -> None:
    lines = [line.strip() for line in drawn("mermaid", "hostile").splitlines()]
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


def test_the_documented_picture_is_fresh() -> None:
    """`python -m tools.update_docs --write` renews it."""
    path = ROOT / "examples" / "network-traffic.yaml"
    found = effective_configuration(path.read_text(encoding="utf-8"), path="examples/network-traffic.yaml")
    picture = "".join(load(FORMATS["svg"])([found], Summary(), coloured=False))
    assert (ROOT / "docs" / "pictures" / "network-traffic.svg").read_text(encoding="utf-8") == picture

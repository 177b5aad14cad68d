"""What the text states is on the page and in JSON: of all examples, and of 300 recorded configurations."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from schedcfg import FileView
from schedcfg.commands.effective import html_report, json_report
from schedcfg.commands.effective import text as text_report
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.output.summary import Summary
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options
from tests.commands.effective.test_effective_pipeline import running, table
from tests.conformance.samples import RECORDED, samples
from tests.output.html.shown import PageText, plain, shown_on
from tests.paths import EXAMPLES

pytestmark = pytest.mark.long

OWN = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
- {urlPrefix: "https://extender.example.com", prioritizeVerb: rate, weight: 5, enableHTTPS: true}
- {urlPrefix: "https://silent.example.com", managedResources: [{name: example.com/gpu}]}
profiles:
- {schedulerName: own, plugins: {multiPoint: {enabled: [{name: Own, weight: 3}]}}}
- {schedulerName: gpu, percentageOfNodesToScore: 7, plugins: {score: {enabled: [{name: Scores, weight: 9}]}}}
- schedulerName: turned
  plugins:
    score: {disabled: [{name: "*"}], enabled: [{name: NodeResourcesFit, weight: 9}, {name: Scores, weight: -2}]}
- schedulerName: bare
  pluginConfig: [{name: Unused, args: {a: 1}}]
  plugins: {score: {disabled: [{name: "*"}]}, preScore: {disabled: [{name: "*"}]}}
- {schedulerName: alike, plugins: &plugins {score: {enabled: [{name: NodeResourcesFit, weight: 4}]}}}
- {schedulerName: alike-2, plugins: *plugins}
- {schedulerName: alike-3, plugins: *plugins}
"""
"""What the page did not say of real files: plugins of their own in `multiPoint`, and extenders that score."""


_STATEMENTS = (
    r"The feature gate \S+ is off: no plugin is called at \w+(?:, \w+)*",
    r"\S+ does not count: .+?\.(?= |$)",
    r"A negative weight prefers .+?meaningless\.",
    r"Nothing scores: .+?equal\.",
    r"extender \S+ \([^)]*\): weight \d+ plus \d+ of the plugins, for .+?(?= EXTENDER| PROFILE| ARGS|$)",
    r"(?:Every Pod|Only Pods that request .+?) (?:is|are) sent to it\..*?(?= EXTENDER| SETTINGS)",
    r"It is never called: no verb is set\.",
    r"(?<=\? ).+?all shares are smaller\.",
    r"(?<=! ).+?: its Args have no effect\.",
    r"What runs is not known here\.",
    r"Profiles? \S+ \(line \d+\).*? alike: .+?Args\.",
)


def sentences(text: str) -> Iterator[str]:
    """Yield what the text says in sentences, its lines joined again."""
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*[?!>] |\s*note: )|\n(?=  \S+ does not count)", text):
        for pattern in _STATEMENTS:
            yield from (found[0].strip() for found in re.finditer(pattern, plain(paragraph)))
        if paragraph.startswith("note: "):
            yield from (plain(line) for line in paragraph.split("\n")[:1])


def pieces_of(cell: str) -> list[str]:
    """Return what a cell names: with its sign where it has one."""
    return [plain(piece) for piece in cell.split("\n") if piece.strip()]


def points_missing(report: str, page: PageText) -> Iterator[str]:
    """Yield the points at which the page has other plugins than the text, or in another order."""
    in_text = {point: names for point, cells in table(report).items() if (names := running(cells))}
    rows = {row[0].strip(): row[1:] for row in page.rows if row and row[0].strip() in in_text}
    for point, names in in_text.items():
        on_page = [name for piece in pieces_of(rows.get(point, [""])[0]) if (name := _running_name(piece))]
        if on_page != names:
            yield f"{point}: {names} in the text, {on_page} on the page"


def _running_name(piece: str) -> str | None:
    """Return the name of a plugin that runs; None for what was removed."""
    if piece.startswith(("- ", "\u2013")):
        return None
    return re.sub(r"^(?:[+~=] )?(?:weight \d+: )?", "", piece).partition(" ")[0].removesuffix("°")


_SCORE = re.compile(r"^ {2}(?:[+~= ] )?(\S+?)°? +(-?\d+) +(\S+%|none|-)(?= |$)", re.MULTILINE)


def scores_missing(report: str, page: PageText) -> Iterator[str]:
    """Yield the weights and shares of the text that the page does not have."""
    rows: dict[str, list[str]] = {}
    for row in page.rows:
        if row and any("weight " in cell for cell in row[1:]):
            rows.setdefault(row[0].strip(), []).append(" | ".join(map(plain, row[1:])))
    for name, weight, share in _SCORE.findall(report):
        if not any(f"weight {weight} {share}" in row for row in rows.get(name, [])):
            yield f"{name}: weight {weight}, share {share}"


def missing_on_page(view: FileView, report: str, page: str) -> list[str]:
    """Return the statements of a text that a page does not make."""
    read = shown_on(page)
    words = plain("".join(read.words))
    found = [sentence for sentence in sentences(report) if sentence not in words]
    for document in view.documents:
        if document.view is not None:
            found += points_missing(report, read)
            found += scores_missing(report, read)
            percentages = next(row for row in read.rows if row and row[0].strip() == "percentageOfNodesToScore")
            expected = [str(one.percentage_of_nodes_to_score) for one in document.view.profiles]
            if [cell.split()[0] for cell in percentages[1:]] != expected:
                found.append(f"percentageOfNodesToScore: {expected}")
    return found


def missing_in_json(view: FileView, report: str, written: str) -> list[str]:
    """Return the statements of a text that JSON has no values for."""
    found = []
    for document, data in zip(view.documents, json.loads(written)["files"], strict=True):
        notes = [plain(f"note: {note}") for note in data.get("notes", ())]
        found += [one for one in sentences(report) if one.startswith("note: ") and not any(one in x for x in notes)]
        if document.view is None:
            continue
        plugins = {point["name"]: point for point in data["profiles"][0]["points"]}
        for point, cells in table(report).items():
            names = running(cells)
            if names and [one["name"] for one in plugins[point]["running"]] != names:
                found.append(f"{point}: {names}")
        points = [point for profile in data["profiles"] for point in profile["points"] if point["name"] == "score"]
        scoring = [one for point in points for one in point["running"]]
        for name, weight, share in _SCORE.findall(report):
            same = [one for one in scoring if (one["name"], str(one["weight"])) == (name, weight)]
            if not any(share == _share(one) for one in same):
                found.append(f"{name}: weight {weight}, share {share}")
        idle = {f"{one['name']} does not count: {one['idle']}." for one in scoring if one["idle"]}
        found += [one for one in sentences(report) if " does not count: " in one and one not in idle]
        shown = len(re.findall(r"^EXTENDER ", report, re.MULTILINE))
        if shown != len(data["extenders"]):
            found.append(f"extenders: {shown}")
    return found


def _share(running_plugin: dict[str, Any]) -> str:
    if running_plugin["idle"]:
        return "none"
    if running_plugin["share"] is None:
        return "-"
    rounded = f"{running_plugin['share']:.1%}"
    return "<0.1%" if rounded == "0.0%" and running_plugin["share"] else rounded


def cases() -> Iterator[tuple[str, FileView]]:
    """Yield all examples, what was missing once, and recorded configurations, each as it is explained."""
    for path in sorted(EXAMPLES.rglob("*.yaml")):
        yield path.name, effective_configuration(path.read_text(encoding="utf-8"), path=path.name)
    yield "own", effective_configuration(OWN)
    for sample in samples():
        yield sample.id, effective_configuration(sample.text, sample.release, options=Options(role=Role.CONFIG))


def one_by_one(view: FileView) -> Iterator[FileView]:
    """Yield a file as if each of its configurations were alone, and with each of its profiles as the first one."""
    for document in view.documents:
        if document.view is None:
            yield replace(view, documents=(document,))
            continue
        for number, profile in enumerate(document.view.profiles[:3]):
            others = (*document.view.profiles[:number], *document.view.profiles[number + 1 :])
            first = replace(document.view, profiles=(profile, *others))
            yield replace(view, documents=(replace(document, view=first),))


def in_text(view: FileView, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(text_report, "columns", lambda: 160)
    return "".join(text_report.render([view], Summary(), colored=False))


def test_each_statement_is_on_the_page_and_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at, stated, missing = 0, 0, []
    for name, whole in cases():
        for view in one_by_one(whole):
            report = in_text(view, monkeypatch)
            page = "".join(html_report.render([view], Summary(), colored=False))
            written = "".join(json_report.render([view], Summary(), colored=False))
            looked_at += 1
            stated += len(list(sentences(report)))
            missing += [f"{name}: page: {one}" for one in missing_on_page(view, report, page)]
            missing += [f"{name}: JSON: {one}" for one in missing_in_json(view, report, written)]
    assert missing == []
    assert looked_at > RECORDED
    assert stated > RECORDED


@pytest.mark.parametrize(
    ("taken", "lost"),
    [
        ("extender https://extender.example.com (line 4): weight 5", "extender https://extender.example.com"),
        ("is missing in these tables", "Own (multiPoint, line 7, weight 3)"),
        ("does not run in this profile", "Unused (line 13)"),
        ("It is never called", "It is never called"),
        ("DefaultBinder", "bind: "),
        ("run alike: the same", "Profiles alike-2 (line 16) and alike-3 (line 17) run alike"),
        ("weight 3", "TaintToleration: weight 3"),
        (">7 ", "percentageOfNodesToScore"),
    ],
)
def test_what_a_page_does_not_say_is_noticed(taken: str, lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = effective_configuration(OWN)
    page = "".join(html_report.render([view], Summary(), colored=False))
    report = in_text(view, monkeypatch)
    assert missing_on_page(view, report, page) == []
    content = re.sub(r"<a [^>]*>|</a>|<wbr>", "", page)
    assert taken in content
    found = missing_on_page(view, report, content.replace(taken, ">8 " if taken == ">7 " else ""))
    assert any(lost in one for one in found), found


def test_what_json_does_not_say_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    view = effective_configuration(OWN)
    report = in_text(view, monkeypatch)
    data = json.loads("".join(json_report.render([view], Summary(), colored=False)))
    assert missing_in_json(view, report, json.dumps(data)) == []
    data["files"][0]["extenders"].pop()
    data["files"][0]["profiles"][0]["points"][0]["running"].pop()
    for one in data["files"][0]["profiles"][0]["points"]:
        for plugin in one["running"]:
            plugin["share"] = plugin["share"] and 0.5
    kinds = [one.partition(":")[0] for one in missing_in_json(view, report, json.dumps(data))]
    assert {"extenders", "preEnqueue", "TaintToleration"} <= set(kinds)

"""What the server answers about a place: each kind once, with what an editor makes of it."""

from collections.abc import Iterator
from typing import Any

import pytest

import schedcfg
from schedcfg.cards import files
from schedcfg.commands.validate.fix import fix
from schedcfg.rules.cards import cards
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import Selection
from schedcfg.validation.text import validate
from tests.commands.server.editor import Editor
from tests.commands.server.shown import applied

INVALID_PARAMS = -32602
HEAD = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: {leaderElect: false}
"""
WEIGHTED = """\
profiles:
  - schedulerName: batch
    plugins:
      score:
        disabled: [{name: "*"}]
        enabled:
          - name: NodeResourcesFit
            weight: 3
          - name: TaintToleration
            weight: 1
"""
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      schedulerName: batch
      containers: [{name: web, image: web}]
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("folder").resolve()) as running:
        yield running


@pytest.fixture
def uri(editor: Editor) -> Iterator[str]:
    opened = editor.put("scheduler.yaml", HEAD + WEIGHTED)
    assert editor.found(opened) == []
    yield opened
    editor.close(opened)


def place_of(text: str, word: str) -> tuple[int, int]:
    """Return line and column of the middle of the first occurrence of a word."""
    before = text[: text.index(word) + len(word) // 2]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_help_about_a_weight_tells_its_share(editor: Editor, uri: str) -> None:
    hover = editor.at("hover", uri, 10, 20)
    assert hover["contents"]["kind"] == "markdown"
    assert "75" in hover["contents"]["value"]
    assert hover["range"]["start"] == {"line": 10, "character": 20}


def test_shares_are_shown_behind_weights(editor: Editor, uri: str) -> None:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints = editor.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole})
    assert [(hint["position"], hint["label"]) for hint in hints] == [
        ({"line": 10, "character": 21}, "75.0%"),
        ({"line": 12, "character": 21}, "25.0%"),
    ]
    first = {"start": {"line": 0, "character": 0}, "end": {"line": 11, "character": 0}}
    assert len(editor.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": first})) == 1


def test_a_plugin_is_completed(editor: Editor) -> None:
    text = HEAD + WEIGHTED + "          - name: Imag"
    uri = editor.put("typing.yaml", text)
    offers = editor.at("completion", uri, text.count("\n"), 22)
    [offer] = [one for one in offers if one["label"] == "ImageLocality"]
    assert offer["textEdit"]["newText"] == "ImageLocality"
    assert offer["textEdit"]["range"] == {
        "start": {"line": text.count("\n"), "character": 18},
        "end": {"line": text.count("\n"), "character": 22},
    }
    assert "TaintToleration" not in {one["label"] for one in offers}
    editor.close(uri)


def test_an_outline_and_folds(editor: Editor, uri: str) -> None:
    [configuration] = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    [profile] = configuration["children"]
    assert profile["name"] == "batch"
    folds = editor.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}})
    assert (4, 12) in {(fold["startLine"], fold["endLine"]) for fold in folds}


def test_a_profile_and_its_workloads_lead_to_each_other(editor: Editor, uri: str) -> None:
    """Neither of the two is saved yet."""
    workload = editor.put("web.yaml", DEPLOYMENT)
    [definition] = editor.at("definition", workload, *place_of(DEPLOYMENT, "batch"))
    assert definition["uri"] == uri
    assert definition["range"]["start"] == {"line": 4, "character": 19}
    here = place_of(HEAD + WEIGHTED, "batch")
    named = editor.at("references", uri, *here, context={"includeDeclaration": False})
    assert [one["uri"] for one in named] == [workload]
    assert editor.at("prepareRename", uri, *here)["start"] == {"line": 4, "character": 19}
    renamed = editor.at("rename", uri, *here, newName="bulk")
    assert {change["textDocument"]["uri"] for change in renamed["documentChanges"]} == {uri, workload}
    refused = editor.answer(
        "textDocument/rename",
        {"textDocument": {"uri": uri}, "position": {"line": here[0], "character": here[1]}, "newName": "a b"},
    )
    assert "white space" in refused["error"]["message"]
    editor.close(workload)


def single_fixes() -> Iterator[tuple[str, str]]:
    """Yield rule and text of each example of one file in which one finding has a fix."""
    for card in cards().values():
        texts = files(card.bad)
        if len(texts) != 1:
            continue
        [text] = texts.values()
        found = [one for document in validate(text).documents for one in document.findings]
        if len(found) == 1 and found[0].fix is not None:
            yield card.id, text


def test_a_fix_makes_what_the_command_makes(editor: Editor) -> None:
    tried = 0
    for rule, text in single_fixes():
        # What is found in the fixed file is not fixed as well.
        options = Options(selection=Selection(frozenset({rule})))
        made = fix(text, unsafe=True, path="fixed.yaml", options=options)
        if not made.is_changed or made.text is None:
            continue
        uri = editor.put("fixed.yaml", text)
        actions = [one for one in editor.actions(uri, only=("quickfix",)) if not one["title"].startswith("Ignore")]
        assert [applied(text, one) for one in actions] == [made.text], rule
        assert actions[0]["isPreferred"] is fix(text, path="fixed.yaml").is_changed
        assert ("unsafe" in actions[0]["title"]) is not actions[0]["isPreferred"]
        editor.close(uri)
        tried += 1
    assert tried > 10


def test_an_ignore_silences_one_finding_and_nothing_else(editor: Editor) -> None:
    tried = 0
    for card in cards().values():
        texts = files(card.bad)
        if len(texts) != 1 or card.id not in {"zero-weight", "extender-url", "lost-filter", "few-nodes-scored"}:
            continue
        [text] = texts.values()
        uri = editor.put("ignored.yaml", text)
        for action in editor.actions(uri, only=("quickfix",)):
            if action["title"].startswith("Ignore"):
                after = validate(applied(text, action))
                [diagnostic] = action["diagnostics"]
                before = validate(text)
                assert len(rules_of(after)) == len(rules_of(before)) - 1
                assert rules_of(before).count(diagnostic["code"]) == rules_of(after).count(diagnostic["code"]) + 1
                tried += 1
        editor.close(uri)
    assert tried > 3


def rules_of(report: Any) -> list[str]:
    return [one.rule for document in report.documents for one in document.findings]


def test_what_is_refused_cannot_be_ignored(editor: Editor) -> None:
    uri = editor.put("refused.yaml", HEAD + "parallelism: 0\n")
    assert [one["title"] for one in editor.actions(uri) if "Ignore" in one["title"]] == []
    editor.close(uri)


def test_a_text_is_migrated_to_what_its_release_serves(editor: Editor) -> None:
    text = "# schedcfg: kubernetes=1.27\n" + (HEAD + WEIGHTED).replace("/v1\n", "/v1beta3\n")
    uri = editor.put("old.yaml", text)
    [action] = [one for one in editor.actions(uri, only=("refactor.rewrite",)) if "Migrate" in one["title"]]
    assert applied(text, action).splitlines()[1] == "apiVersion: kubescheduler.config.k8s.io/v1"
    editor.close(uri)


def test_the_defaults_of_a_release_are_kept(editor: Editor) -> None:
    text = "# schedcfg: kubernetes=1.34\n" + HEAD
    uri = editor.put("defaults.yaml", text)
    [action] = [one for one in editor.actions(uri, only=("refactor",)) if "Keep" in one["title"]]
    kept = applied(text, action)
    before = [plugin.name for plugin in score_plugins(text, "1.34")]
    assert [plugin.name for plugin in score_plugins(text, "1.35")] != before
    assert [plugin.name for plugin in score_plugins(kept, "1.35")] == before
    automatic = {"diagnostics": [], "triggerKind": 2}
    params = {"textDocument": {"uri": uri}, "context": automatic}
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    assert editor.ask("textDocument/codeAction", {**params, "range": place}) == []
    editor.close(uri)


def score_plugins(text: str, release: str) -> Any:
    view = schedcfg.effective_configuration(text, kubernetes=release).documents[0].view
    assert view is not None
    return view.plugins["default-scheduler"]["score"]


@pytest.mark.parametrize("params", [None, {}, {"textDocument": 1}, {"textDocument": {"uri": 5}, "position": "x"}, [1]])
def test_a_request_that_does_not_fit_is_refused(editor: Editor, params: Any) -> None:
    for method in (
        "textDocument/hover",
        "textDocument/completion",
        "textDocument/codeAction",
        "workspace/executeCommand",
    ):
        answer = editor.answer(method, params)
        assert answer["error"]["code"] == INVALID_PARAMS, (method, params)
    assert (
        editor.ask(
            "textDocument/hover", {"textDocument": {"uri": "file:///x"}, "position": {"line": 0, "character": 0}}
        )
        is None
    )

"""Texts that change, folders with settings, files beside each other, and what the editor is told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.server.workspace import Looked, OpenText, Workspace
from schedcfg.validation.options import DEFAULT
from tests.called import Result
from tests.commands.server.editor import Editor
from tests.processes import wait_until

pytestmark = pytest.mark.long

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
WRONG = HEAD + "parallelism: 0\n"
POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.{minor}.1
      command: [kube-scheduler, --config=/etc/kubernetes/scheduler.yaml]
      volumeMounts:
        - {{name: config, mountPath: /etc/kubernetes/scheduler.yaml}}
  volumes:
    - {{name: config, hostPath: {{path: /etc/kubernetes/scheduler.yaml}}}}
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """Yield one editor for most tests here: a server takes longer to start than they all."""
    with Editor(tmp_path_factory.mktemp("workspace").resolve()) as running:
        yield running


@pytest.fixture
def folder(opened: Editor, request: pytest.FixtureRequest) -> Path:
    """Return a folder of the workspace in which nothing is."""
    own = opened.root / request.node.name
    own.mkdir()
    return own


@pytest.fixture
def editor(opened: Editor, folder: Path) -> Iterator[Editor]:
    """Yield the editor with nothing open, in the folder of the test."""
    opened.folder = folder
    opened.notices.clear()
    yield opened
    for uri in tuple(opened.versions):
        opened.close(uri)


def rules(diagnostics: list[dict[str, Any]]) -> list[str]:
    return [one["code"] for one in diagnostics]


def judged(editor: Editor, uri: str) -> tuple[str | None, str]:
    """Return which release the editor was told last to judge a text, and why."""
    told = [one["params"] for one in editor.notices if one.get("method") == "schedcfg/status"]
    [*_, last] = [one for one in told if one["uri"] == uri]
    return last["release"], last["reason"]


def test_the_last_version_counts(editor: Editor) -> None:
    for number in range(50):
        uri = editor.put("scheduler.yaml", HEAD + f"parallelism: {-number}\n")
    [finding] = editor.found(uri)
    assert "-49" in finding["message"]
    editor.put("scheduler.yaml", HEAD + "parallelism: 16\n")
    assert editor.found(uri) == []
    published = [one["params"] for one in editor.notices if one.get("method") == "textDocument/publishDiagnostics"]
    versions = [one["version"] for one in published]
    assert versions == sorted(versions)


def test_a_closed_text_shows_nothing(editor: Editor) -> None:
    uri = editor.put("scheduler.yaml", WRONG)
    assert rules(editor.found(uri)) == ["number-not-allowed"]
    editor.close(uri)
    emptied = editor.hear(lambda message: message.get("method") == "textDocument/publishDiagnostics")
    assert emptied["params"]["uri"] == uri
    assert emptied["params"]["diagnostics"] == []


def test_what_is_no_configuration_is_left_alone(editor: Editor) -> None:
    uri = editor.put("service.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {prots: []}\n")
    assert editor.found(uri) == []
    template = editor.put("template.yaml", HEAD + "parallelism: {{ .Values.parallelism }}\n")
    assert editor.found(template) == []
    assert editor.at("hover", template, 2, 3) is None


def test_a_text_without_a_file(editor: Editor) -> None:
    uri = editor.put("untitled:Untitled-1", WRONG)
    assert rules(editor.found(uri)) == ["number-not-allowed"]


@pytest.mark.parametrize(
    ("encodings", "start"),
    [((), 7), (("utf-16",), 7), (("utf-32",), 6), (("utf-8",), 10)],
    ids=["silent", "utf-16", "utf-32", "utf-8"],
)
def test_columns_count_what_was_agreed_on(folder: Path, encodings: tuple[str, ...], start: int) -> None:
    lines = HEAD + 'x: "\u2028 no new line"\ny: 1\n'
    with Editor(folder, encodings=encodings) as editor:
        uri = editor.put("scheduler.yaml", lines.replace("\n", "\r\n"))
        assert [one["range"]["start"]["line"] for one in editor.found(uri)] == [2, 3]
        uri = editor.put("flow.yaml", HEAD + 'profiles: [{"é𝄞": 1, plugns: {}}]\n')
        [_, finding] = [one for one in editor.found(uri) if one["code"] == "unknown-field"]
        assert finding["range"]["start"] == {"line": 2, "character": 15 + start}


def test_each_folder_has_its_settings(editor: Editor, folder: Path) -> None:
    for name, release in (("a", "1.25"), ("b", "1.33")):
        (folder / name).mkdir()
        (folder / name / ".schedcfg.toml").write_text(f'kubernetes = "{release}"\n', encoding="utf-8")
    old = HEAD.replace("/v1\n", "/v1beta3\n")
    first, second = editor.put("a/scheduler.yaml", old), editor.put("b/scheduler.yaml", old)
    assert "unserved-api-version" not in rules(editor.found(first))
    assert rules(editor.found(second)) == ["unserved-api-version"]
    assert judged(editor, first) == ("1.25", "named in the settings")
    assert judged(editor, second) == ("1.33", "named in the settings")


def test_settings_that_change_are_noticed(editor: Editor, folder: Path) -> None:
    uri = editor.put("scheduler.yaml", HEAD.replace("/v1\n", "/v1beta3\n"))
    assert "unserved-api-version" not in rules(editor.found(uri))
    settings = folder / "schedcfg.toml"
    settings.write_text('kubernetes = "1.37"\n', encoding="utf-8")
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 1}]})
    assert rules(editor.found(uri)) == ["unserved-api-version"]
    settings.write_text('kubernetes = "1.3\n', encoding="utf-8")
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 2}]})
    assert any("settings of this folder do not count" in one["message"] for one in editor.found(uri))


def test_settings_are_noticed_without_being_told(editor: Editor, folder: Path) -> None:
    text = HEAD.replace("/v1\n", "/v1beta3\n")
    uri = editor.put("scheduler.yaml", text)
    editor.found(uri)
    (folder / "schedcfg.toml").write_text('kubernetes = "1.37"\n', encoding="utf-8")
    number = iter(range(1000))

    def shown() -> list[str]:
        editor.put("scheduler.yaml", text + "\n" * next(number))
        return rules(editor.found(uri))

    assert wait_until(lambda: shown() == ["unserved-api-version"])


def test_what_is_open_beside_counts_before_it_is_saved(editor: Editor, folder: Path) -> None:
    (folder / "kube-scheduler.yaml").write_text(POD.format(minor=25), encoding="utf-8")
    uri = editor.put("scheduler.yaml", HEAD.replace("/v1\n", "/v1beta3\n"))
    [old] = editor.found(uri)
    assert old["code"] == "old-api-version"
    assert old["tags"] == [2]
    [related] = old["relatedInformation"]
    assert related["location"]["uri"] == (folder / "kube-scheduler.yaml").as_uri()
    assert related["location"]["range"]["start"]["line"] == 8
    assert judged(editor, uri) == ("1.25", "named in kube-scheduler.yaml:9")
    editor.put("kube-scheduler.yaml", POD.format(minor=27))
    editor.found(uri)
    assert judged(editor, uri) == ("1.27", "named in kube-scheduler.yaml:9")


def test_a_comment_names_the_release(editor: Editor) -> None:
    uri = editor.put("scheduler.yaml", "# schedcfg: kubernetes=1.33\n" + HEAD)
    assert editor.found(uri) == []
    assert judged(editor, uri) == ("1.33", "named in line 1")


def test_what_has_no_effect_is_marked(editor: Editor) -> None:
    text = HEAD + "parallelism: 8  # schedcfg: ignore[zero-weight] once\n"
    [unused] = editor.found(editor.put("scheduler.yaml", text))
    assert (unused["code"], unused["tags"]) == ("unused-ignore", [1])


def test_a_release_can_be_chosen(editor: Editor) -> None:
    old = HEAD.replace("/v1\n", "/v1beta3\n")
    uri = editor.put("scheduler.yaml", old)
    editor.found(uri)
    releases = editor.ask("workspace/executeCommand", {"command": "schedcfg.releases"})
    assert releases[0] == "1.37"
    editor.ask("workspace/executeCommand", {"command": "schedcfg.setRelease", "arguments": ["1.33"]})
    assert rules(editor.found(uri)) == ["unserved-api-version"]
    assert judged(editor, uri) == ("1.33", "chosen in the editor")
    editor.ask("workspace/executeCommand", {"command": "schedcfg.setRelease", "arguments": [None]})
    assert "unserved-api-version" not in rules(editor.found(uri))
    editor.ask("workspace/executeCommand", {"command": "schedcfg.setRelease", "arguments": ["1.99"]})
    [complaint] = [one["params"] for one in editor.notices if one.get("method") == "window/showMessage"]
    assert "1.99" in complaint["message"]


def test_the_editor_may_name_the_release_at_once(folder: Path) -> None:
    with Editor(folder, options={"kubernetes": "1.33"}) as editor:
        uri = editor.put("scheduler.yaml", HEAD.replace("/v1\n", "/v1beta3\n"))
        assert rules(editor.found(uri)) == ["unserved-api-version"]
        # As eglot sends it at the start.
        editor.tell("workspace/didChangeConfiguration", {"settings": {}})
        editor.put("scheduler.yaml", HEAD.replace("/v1\n", "/v1beta3\n") + "# typed\n")
        assert rules(editor.found(uri)) == ["unserved-api-version"]
        editor.tell("workspace/didChangeConfiguration", {"settings": {"schedcfg": {"kubernetes": ""}}})
        assert rules(editor.found(uri)) == ["old-api-version"]


def test_the_command_line_names_what_is_compiled_in(folder: Path) -> None:
    text = HEAD + "profiles:\n  - plugins:\n      filter:\n        enabled: [{name: OurPlugin}]\n"
    with Editor(folder, "--plugin", "OurPlugin") as editor:
        assert editor.found(editor.put("scheduler.yaml", text)) == []
    with Editor(folder, "--in-tree-only") as editor:
        assert rules(editor.found(editor.put("scheduler.yaml", text))) == ["unknown-plugin"]


def test_files_are_watched_where_the_editor_can(folder: Path) -> None:
    with Editor(folder, watches=True) as editor:
        asked = editor.hear(lambda message: message.get("method") == "client/registerCapability")
        [registration] = asked["params"]["registrations"]
        assert registration["method"] == "workspace/didChangeWatchedFiles"


def test_a_large_file_is_looked_at_once_typing_pauses(editor: Editor) -> None:
    profile = f"  - schedulerName: batch-{{}}\n    # {'why ' * 200}\n"
    text = HEAD + "profiles:\n" + "".join(map(profile.format, range(900)))
    assert len(text) > 600_000
    uri = editor.put("scheduler.yaml", text)
    for number in range(10):
        editor.put("scheduler.yaml", text + f"# {number}\n")
    editor.put("scheduler.yaml", text + "parallelism: 0\n")
    assert "number-not-allowed" in rules(editor.found(uri))
    published = [one for one in editor.notices if one.get("method") == "textDocument/publishDiagnostics"]
    assert len(published) < 10


def test_a_baseline_hides_what_is_known(
    editor: Editor, folder: Path, schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "schedcfg.toml").write_text('baseline = "known.json"\n', encoding="utf-8")
    text = HEAD + "profiles:\n  - plugins:\n      score:\n        enabled: [{name: OurPlugin}]\n"
    (folder / "scheduler.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    schedcfg("validate", "scheduler.yaml", "--no-settings", "--write-baseline", "known.json")
    uri = editor.put("scheduler.yaml", text)
    assert editor.found(uri) == []
    editor.put("scheduler.yaml", text + "parallelism: 0\n")
    assert rules(editor.found(uri)) == ["number-not-allowed"]


def test_what_changed_beside_a_text_while_it_was_looked_at_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop takes a change of one text while the thread for work still looks at another."""
    monkeypatch.chdir(folder)
    (folder / "kube-scheduler.yaml").write_text(POD.format(minor=25), encoding="utf-8")
    workspace = Workspace(lambda _project, _kubernetes: DEFAULT)
    text = OpenText("file:///scheduler.yaml", "scheduler.yaml", 1, HEAD.replace("/v1\n", "/v1beta3\n"))
    manifest = OpenText("file:///kube-scheduler.yaml", "kube-scheduler.yaml", 1, POD.format(minor=27))
    workspace.put(text)
    look = workspace._look

    def interrupted(asked: OpenText) -> Looked:
        looked = look(asked)
        workspace.put(manifest)
        return looked

    monkeypatch.setattr(workspace, "_look", interrupted)
    assert workspace.look(text).report.documents[0].kubernetes == "1.25"
    monkeypatch.setattr(workspace, "_look", look)
    assert workspace.look(text).report.documents[0].kubernetes == "1.27"

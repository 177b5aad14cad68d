"""What `validate` and `--fix` say of a text is in the editor, at the same place."""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from schedcfg.cards import files
from schedcfg.commands.validate.fix import fix_files
from schedcfg.findings import FileReport
from schedcfg.rules.cards import cards
from schedcfg.sources.folder import SUFFIXES, has_suffix
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import DEFAULT, Options
from tests.commands.server.editor import Editor
from tests.commands.server.shown import applied, places, shown_places
from tests.conformance.recordings import read

RECORDED = 100
"""So many recorded cases are opened, besides all examples: those have few findings that no example has."""


def folders(root: Path) -> Iterator[dict[Path, bytes]]:
    """Yield what each folder has: the files of an example, or a recorded case."""
    for card in cards().values():
        for name, example in (("bad", card.bad), ("good", card.good)):
            folder = root / card.id / name
            yield {folder / path: text.encode("utf-8", "surrogateescape") for path, text in files(example).items()}
    recorded = [recording.text for recording in read("train.verdicts")]
    for number, text in enumerate(islice(recorded, 0, None, len(recorded) // RECORDED)):
        yield {root / "recorded" / str(number) / "scheduler.yaml": text.encode("utf-8", "surrogatepass")}


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[Path, str]]]:
    """Return a folder with all cases, and what an editor can show of each."""
    root = tmp_path_factory.mktemp("cases")
    shown: list[dict[Path, str]] = []
    for case in folders(root):
        texts: dict[Path, str] = {}
        for path, raw in case.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)
            try:
                text = raw.decode()
            except UnicodeDecodeError:
                continue
            if has_suffix(path.name, SUFFIXES):
                texts[path] = text
        shown.append(texts)
    return root, shown


def in_folder(
    verb: Callable[[list[str], Options], Iterable[FileReport]], case: dict[Path, str], root: Path
) -> dict[str, FileReport]:
    """Return what a command reports of the folder of a case, which it searches; path → report."""
    folder = os.path.relpath(os.path.commonpath([path.parent for path in case]), root) if case else ""
    return {report.path: report for report in (verb([folder], DEFAULT) if folder else ())}


def said_elsewhere(report: FileReport | None) -> set[str]:
    """Return the rules whose findings are said of another file where its folder is searched; an editor has one file."""
    settled = [one for document in report.documents for one in document.settled] if report is not None else []
    return {one.finding.rule for one in settled if " reports it of " in one.reason}


def test_findings(there: tuple[Path, list[dict[Path, str]]], monkeypatch: pytest.MonkeyPatch) -> None:
    root, cases = there
    monkeypatch.chdir(root)
    differing: list[tuple[object, ...]] = []
    seen = 0
    with Editor(root) as editor:
        for case in cases:
            reports = in_folder(validate_files, case, root)
            for path, text in case.items():
                relative = os.path.relpath(path, root)
                expected = places(reports[relative]) if relative in reports else []
                uri = editor.put(relative, text)
                found = shown_places(editor.found(uri))
                editor.close(uri)
                seen += len(expected)
                more = [one for one in found if one[0] in said_elsewhere(reports.get(relative))]
                if [one for one in found if one not in more] != expected:
                    differing.append((relative, set(found) ^ set(expected)))
    assert not differing, "\n".join(map(str, differing))
    assert seen > 500


def test_safe_fixes(there: tuple[Path, list[dict[Path, str]]], monkeypatch: pytest.MonkeyPatch) -> None:
    root, cases = there
    monkeypatch.chdir(root)
    changed = 0
    with Editor(root) as editor:
        for case in cases:
            reports = in_folder(fix_files, case, root)
            for path, text in case.items():
                relative = os.path.relpath(path, root)
                report = reports.get(relative)
                uri = editor.put(relative, text)
                actions = editor.actions(uri, only=("source.fixAll",))
                after = applied(text, actions[0]) if actions else text
                editor.close(uri)
                is_changed = report is not None and report.is_changed
                assert after == (report.text if report is not None and is_changed else text), relative
                changed += is_changed
    assert changed

"""What goes wrong for people who run kube-scheduler, each with a rule that tells of it at the right line.

The first line of a file in `cases/` says what its readers saw or missed. `# from: <address>` cites where somebody made
the mistake: the case is written anew. `# options: …` is given to the command line. `# expect: <rule>, …` at the end of
a line names the rules that find something there, and find it nowhere else; what other rules say of the same files is
not looked at.
"""

import json
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from schedcfg.cards import files
from schedcfg.cli import group
from tests.rules.test_evidence import QUESTION, THREAD

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(FOLDER.glob("*/*.yaml"))

_MARK = re.compile(r"# expect: (?P<rules>.+)$")
_FROM = re.compile(r"^# from: (?P<url>.+)$", re.MULTILINE)
_OPTIONS = re.compile(r"^# options: (?P<options>.+)$", re.MULTILINE)
_ASKED = re.compile(f"{THREAD}|{QUESTION}")
CITED = {case: urls for case in CASES if (urls := _FROM.findall(case.read_text(encoding="utf-8")))}


class Told(NamedTuple):
    """Which rule tells of it, and where."""

    file: str
    line: int
    rule: str


def named(case: Path) -> str:
    return str(case.relative_to(FOLDER).with_suffix(""))


def marked(texts: dict[str, str]) -> list[Told]:
    """List what the marks in some files say."""
    return sorted(
        Told(name, number, rule)
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if (mark := _MARK.search(line))
        for rule in mark["rules"].split(", ")
    )


def told(texts: dict[str, str], options: list[str], folder: Path) -> list[Told]:
    """Validate some files, as they lie in a folder, on the command line."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    where = str(folder if len(texts) > 1 else folder / next(iter(texts)))
    done = CliRunner().invoke(group, ["validate", "--output", "json", *options, where])
    assert done.exit_code in {0, 1}, done.output
    return [
        Told(str(Path(file["path"]).relative_to(folder)), finding["start"]["line"], finding["rule"])
        for file in json.loads(done.stdout)["files"]
        for document in file["documents"]
        for finding in document["findings"]
    ]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_case_is_reported_of_where_it_is(case: Path, tmp_path: Path) -> None:
    text = case.read_text(encoding="utf-8")
    assert text.startswith("# ")
    options = _OPTIONS.search(text)
    expected = marked(files(text))
    assert expected
    found = told(files(text), shlex.split(options["options"]) if options else [], tmp_path)
    rules = {one.rule for one in expected}
    assert sorted({one for one in found if one.rule in rules}) == expected


def test_many_cases_are_mistakes_of_real_people() -> None:
    assert len(CITED) >= 60


@pytest.mark.parametrize("case", CITED, ids=named)
def test_a_cited_case_is_from_an_issue_or_a_question(case: Path) -> None:
    assert all(_ASKED.fullmatch(url) for url in CITED[case])

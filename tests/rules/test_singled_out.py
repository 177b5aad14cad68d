"""Names that no rule singles out are as good as any other: so nothing is looked at twice that differs by them only."""

import re

import pytest

from schedcfg.document import parse, parse_bytes
from schedcfg.findings import FileReport
from schedcfg.releases import NEWEST
from schedcfg.rules.cards import cards
from schedcfg.rules.registry import is_singled_out
from schedcfg.sources.configurations import Role
from schedcfg.validation import text as validation
from schedcfg.validation.files import CleanConfigurations, validate_file
from schedcfg.validation.options import DEFAULT, Options
from tests.conformance.recordings import read
from tests.paths import ROOT

CORPUS = ROOT / ".." / "shared" / "corpus" / "configs"
NAME = re.compile(
    r"^(?P<key>[ -]*(?:schedulerName|resourceName|resourceNamespace): )(?P<name>[A-Za-z][\w.-]{5,})$", re.MULTILINE
)
"""What is long enough to be a name and neither a boolean nor null."""

FILE = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  resourceName: one
profiles:
  - schedulerName: one
  - schedulerName: two
"""


def looked_at(text: str, options: Options) -> FileReport:
    """Return the report on a text, whatever is known of one like it."""
    return validate_file(parse_bytes(text.encode()), options, path="-")


def validate(text: str, clean: CleanConfigurations, options: Options = DEFAULT) -> FileReport:
    """Return the report on a text, perhaps because one like it was clean."""
    return validate_file(parse_bytes(text.encode()), options, path="-", clean=clean)


def texts() -> list[str]:
    recorded = [case.text for name in ("named.verdicts", "new.verdicts") for case in read(name)]
    bad_and_good = [text for card in cards().values() for text in (card.bad, card.good)]
    corpus = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(CORPUS.glob("*"))]
    return [text for text in (*recorded, *bad_and_good, *corpus) if NAME.search(text)]


def renamed(text: str) -> str:
    """Return a text with other names, all different, where none is singled out."""
    return NAME.sub(
        lambda found: found[0] if is_singled_out(found["name"]) else f"{found['key']}n-{found['name'][::-1]}-z", text
    )


def gist(report: FileReport) -> list[tuple[str, ...]]:
    return [
        (finding.rule, finding.finding_class, finding.severity, finding.path)
        for each in report.documents
        for finding in each.findings
    ]


def test_other_names_change_no_finding() -> None:
    options = Options(role=Role.CONFIG)
    changed = [text for text in texts() if renamed(text) != text]
    assert len(changed) > 20
    for text in changed:
        assert gist(looked_at(renamed(text), options)) == gist(looked_at(text, options)), text


def test_what_is_remembered_is_what_is_found() -> None:
    """Texts and their copies by other names, twice each, so that most are known the second time."""
    for options in (Options(role=Role.CONFIG), Options(kubernetes="1.29")):
        clean = CleanConfigurations()
        for text in texts():
            for one in (text, renamed(text), text):
                assert validate(one, clean, options) == looked_at(one, options), one


def test_a_clean_configuration_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clean = CleanConfigurations()
    validate(FILE, clean)
    monkeypatch.setattr(validation, "validate_stream", None)
    report = validate(FILE.replace("one", "first").replace("two", "second"), clean)
    assert [document.kubernetes for document in report.documents] == [NEWEST]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("two", "one"),
        ("resourceName: one", "resourceName: two"),
        ("resourceName: one", "resourceName: three"),
        ("two", "default-schedular"),
        ("two", "default-scheduler"),
        ("two", '""'),
        ("two", "${TWO}"),
        ("two", "2"),
        ("two", "[two]"),
        ("two", "two\nparallelism: 0"),
    ],
)
def test_what_may_matter_is_another_content(before: str, after: str) -> None:
    assert content(FILE.replace(before, after)) != content(FILE)


def test_names_alone_are_the_same_content() -> None:
    assert content(FILE.replace("one", "a").replace("two", "b")) == content(FILE)


def content(text: str) -> bytes | None:
    found = CleanConfigurations().find(parse(text), DEFAULT)
    return None if found is None else found.content


def test_comments_in_what_is_known_get_the_same_report() -> None:
    clean = CleanConfigurations()
    validate(FILE, clean)
    for rule in (*cards(), "unknwon-plugin", "advised"):
        text = f"{FILE}# schedcfg: ignore[{rule}]\n"
        assert validate(text, clean) == looked_at(text, DEFAULT)


def test_a_value_that_is_a_comment_is_found_in_a_text_with_the_same_data() -> None:
    clean = CleanConfigurations()
    empty = FILE + "clientConnection:\n  kubeconfig:\n"
    assert not validate(empty, clean).documents[0].findings
    assert [finding.rule for finding in validate(empty[:-1] + " #/kubeconfig\n", clean).documents[0].findings] == [
        "empty-value"
    ]

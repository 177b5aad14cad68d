"""What the text of `diff` states is on its page: of all examples, and of recorded configurations that differ."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from schedcfg import diff, diff_releases
from schedcfg.commands.diff import html_report, text
from schedcfg.commands.diff.differences import Difference
from schedcfg.commands.diff.rows import rows
from schedcfg.output.summary import Summary
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options
from tests.conformance.samples import unlike_samples
from tests.output.html.shown import PageText, all_words, lacking, plain, shown_on
from tests.paths import EXAMPLES

_CHANGE = re.compile(r" {4}[+~-] (?P<what>.*?)(?:  \[(?P<notes>.*)\])?$")
_MANY = re.compile(r"\d+ plugins (?:no longer )?run at (?P<points>.+?): (?P<names>.+)")
_REASON = re.compile(r"  (?P<reason>\S.*?)(?: \((?P<source>\S+/\S+)\))?$")
_SHARE = re.compile(r"(\S+) (\S+%) → (\S+%)")


def statements(report: str) -> Iterator[str]:
    """Yield what the text says, in the pieces that the page has: shares and the sentences of refusals aside."""
    for line in report.splitlines():
        found = _CHANGE.fullmatch(line)
        if found is not None:
            many = _MANY.fullmatch(found["what"])
            if many is not None:
                yield from (f"{name} at {many['points']}" for name in many["names"].split(", "))
            elif not found["what"].startswith("shares of"):
                yield from re.split(r": | → ", found["what"])
            yield from re.split(r"; | → ", found["notes"] or "")
        elif line.startswith("      "):
            yield line.strip()
        elif (reason := _REASON.fullmatch(line)) is not None:
            yield from filter(None, reason.groups())
        else:
            yield line


def missing_on_page(report: str, page: str) -> list[str]:
    read_page = shown_on(page)
    found = lacking(statements(report), all_words(read_page))
    shares = [line for line in report.splitlines() if "shares of the plugins with unchanged weights: " in line]
    return found + [" ".join(share) for line in shares for share in _SHARE.findall(line) if not _has(share, read_page)]


def _has(share: tuple[str, str, str], page: PageText) -> bool:
    return any(row and (row[0].removesuffix("\n").strip(), *map(plain, row[2:])) == share for row in page.rows)


def on_page(difference: Difference) -> str:
    return "".join(html_report.render([difference], Summary(), colored=False))


def in_text(difference: Difference) -> str:
    return "".join(text.render([difference], Summary(), colored=False))


@cache
def cases() -> tuple[tuple[str, Difference], ...]:
    """Compare each once, for all tests."""
    return tuple(_compared())


def _compared() -> Iterator[tuple[str, Difference]]:
    """Yield all examples in two releases, and beside each other; and recorded configurations beside each other."""
    examples = {path: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.yaml"))}
    for path, content in examples.items():
        yield f"{path.name} in two releases", diff_releases(content, "1.25", "1.36", path=path.name)
    for one, other in pairwise(examples):
        names = one.name, other.name
        yield " and ".join(names), diff(examples[one], examples[other], paths=names)
    options = Options(role=Role.CONFIG)
    for left, right in pairwise(unlike_samples()):
        yield f"{left.id} and {right.id}", diff(left.text, right.text, left.release, options=options)


def test_each_statement_of_the_text_is_on_the_page() -> None:
    looked_at, stated, missing = 0, 0, []
    for name, difference in cases():
        if all(one.compared or one.presence is not None for one in difference.each):
            looked_at += 1
            report = in_text(difference)
            stated += len(list(statements(report)))
            missing += [f"{name}: {one}" for one in missing_on_page(report, on_page(difference))]
    assert missing == []
    assert looked_at > 100
    assert stated > 2000


def test_what_refuses_a_file_is_on_the_page() -> None:
    looked_at = 0
    for name, difference in cases():
        obstacles = list(text.obstacles(difference))
        words = all_words(shown_on(on_page(difference))) if obstacles else ""
        for side in obstacles:
            looked_at += 1
            found = [finding.message for finding in side.findings] + [one.help for one in side.findings if one.help]
            assert lacking([side.report.verdict, *found], words) == [], name
    assert looked_at > 0


def test_each_change_has_a_sentence_of_what_it_means() -> None:
    silent = [
        row.what
        for _, difference in cases()
        for one in difference.each
        for row in rows(one.changes)
        if not row.meaning and not row.note
    ]
    # Below what may be any value, and of the user's own plugins, nothing is known.
    assert [what for what in silent if ": " not in what] == []


TWO = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 8
profiles:
- schedulerName: one
  plugins: {score: {enabled: [{name: ImageLocality, weight: WEIGHT}]}}
- schedulerName: other
  plugins: {score: {enabled: [{name: ImageLocality, weight: WEIGHT}]}}
"""


def test_what_all_profiles_share_is_there_once() -> None:
    found = diff_releases(TWO.replace("WEIGHT", "2"), "1.30", "1.31")
    report, page = in_text(found), on_page(found)
    assert report.count("EBSLimits at preFilter, filter") == page.count("EBSLimits at preFilter, filter") == 1
    assert report.count("in all profiles") == page.count("In all profiles</h2>") == 1
    assert "profiles one and other" not in report + page
    assert "No longer excludes nodes that cannot attach as many more EBS volumes as the Pod needs." in report
    assert text.summary_line(found) == "3 plugins removed"


@pytest.mark.parametrize(
    "lost",
    [
        *("default-scheduler", "ImageLocality at score", "weight 2, share 12.5%", "right:6", "16.7%"),
        *(
            "Its score counts for more.",
            "follows from the other weights",
            "pkg/scheduler/framework/runtime/framework.go",
        ),
    ],
)
def test_what_a_page_does_not_say_is_noticed(lost: str) -> None:
    one = TWO.replace("one", "default-scheduler").replace("WEIGHT", "2", 1).replace("WEIGHT", "1")
    found = diff(one, one.replace("weight: 2", "weight: 4"))
    report, page = in_text(found), on_page(found)
    assert missing_on_page(report, page) == []
    content = page.replace("<wbr>", "")
    assert lost in content
    assert missing_on_page(report, content.replace(lost, "")) != []

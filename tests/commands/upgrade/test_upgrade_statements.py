"""What the text of `upgrade` states is on its page: of all examples, and of recorded configurations that differ."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from schedcfg.commands.upgrade import html_report, text
from schedcfg.commands.upgrade.plan import plan, route
from schedcfg.commands.upgrade.reading import read_files
from schedcfg.commands.upgrade.results import UpgradePlan
from schedcfg.validation.options import DEFAULT, Options
from tests.conformance.samples import unlike_samples
from tests.output.html.shown import all_words, lacking, shown_on
from tests.paths import EXAMPLES

pytestmark = pytest.mark.long

_ITEM = re.compile(r"    (?:\[[ x]\] |- )(?:by hand: )?(?P<message>.*?)(?: \((?P<proof>[^()]*)\))?")
_BEHAVIOR = re.compile(r"      [+~-] (?P<what>.*?)  \[(?P<reason>.*)\]")


def statements(report: str) -> Iterator[str]:
    """Yield what the text says, in the pieces that the page has: the page's title has the first line."""
    for line in re.sub(r" and [\d,]+ more$", "", report, flags=re.MULTILINE).splitlines():
        if line.endswith("--verbose shows all"):
            continue
        if (item := _ITEM.fullmatch(line)) is not None:
            # What is in parentheses at the end is a proof, or belongs to the message.
            whole = f"{item['message']} ({item['proof']})"
            yield from ([item["message"]] if item["proof"] is None else [whole] if "proof" in whole else item.groups())
        elif (change := _BEHAVIOR.fullmatch(line)) is not None:
            about, _, shares = change["what"].partition("shares of the plugins with unchanged weights: ")
            yield from re.split(r": | → ", about)
            # Of shares that are alike when rounded, the text says so; the page has them.
            yield from re.split(r", | → | (?=[\d<])", shares) if "%" in shares else ()
            yield change["reason"]
        elif line.startswith("        help: "):
            yield line.removeprefix("        help: ")
        else:
            yield from re.split(r"(?:(?<=\w|\))|(?<=`)): (?=\S)|, (?=\S+:\d)", line.strip())


def in_text(made: UpgradePlan) -> str:
    return "".join(text.render(made, colored=False))


def on_page(made: UpgradePlan) -> str:
    return "".join(html_report.render(made))


def missing_on_page(made: UpgradePlan, page: str) -> list[str]:
    return lacking(statements(in_text(made)), all_words(shown_on(page)))


def planned(path: Path, source: str, target: str, options: Options = DEFAULT) -> UpgradePlan:
    return plan(read_files([str(path)], options), route(source, target), options)


def cases(folder: Path) -> Iterator[tuple[str, UpgradePlan]]:
    """Yield the plans of examples, and of recorded configurations for the two hops behind their release."""
    for path in (EXAMPLES, EXAMPLES / "broken"):
        yield path.name, planned(path, "1.22", "1.33")
    for number, sample in enumerate(unlike_samples()):
        path = folder / str(number) / "config.yaml"
        path.parent.mkdir()
        path.write_text(sample.text, encoding="utf-8")
        newer = int(sample.release.removeprefix("1.")) + 2
        if newer <= 37:
            yield sample.id, planned(path, sample.release, f"1.{newer}")


def test_each_statement_of_the_text_is_on_the_page(tmp_path: Path) -> None:
    looked_at, stated, missing = 0, 0, []
    for name, made in cases(tmp_path):
        looked_at += 1
        stated += len(list(statements(in_text(made))))
        missing += [f"{name}: {one}" for one in missing_on_page(made, on_page(made))]
    assert missing == []
    assert looked_at > 100
    assert stated > 1500


@cache
def seed() -> UpgradePlan:
    return planned(EXAMPLES / "broken", "1.20", "1.33")


def test_boxes_are_as_many_as_the_terminal_counts() -> None:
    page = on_page(seed())
    left = seed().to_do
    assert page.count('<input type="checkbox" data-id=') == left.edits + left.steps
    assert f"{left}</h1>" in page
    identities = re.findall(r'data-id="([^"]*)"', page)
    assert len(set(identities)) == len(identities)


def test_what_is_first_is_there_once() -> None:
    page, first = on_page(seed()), [item.message for item in seed().today]
    assert page.index("Before anything else") < page.index("1.20 → 1.21")
    words = all_words(shown_on(page))
    often = [message for message in first if words.count(message.replace("`", "").casefold()) > first.count(message)]
    assert first
    assert often == []


def test_hops_that_ask_for_nothing_are_one_line() -> None:
    made = planned(EXAMPLES / "profiles.yaml", "1.28", "1.30")
    page = on_page(made)
    assert page.count(": nothing to do") == in_text(made).count(": nothing to do") == 1
    assert "<strong>1.29</strong>: nothing to do" in page


@pytest.mark.parametrize(
    "lost",
    [
        *("Before anything else", "Write 15s if you mean seconds.", "parallelism must be a whole number"),
        *("nothing listens on port 10251", "seed/right/kube-scheduler.yaml:21", "SchedulingGates at preEnqueue"),
        *(
            "possible since 1.25",
            "efore the control plane is 1.23, in 1.22",
            "the first release that reads v1, which 1.20 does not",
        ),
    ],
)
def test_what_a_page_does_not_say_is_noticed(lost: str) -> None:
    page = on_page(seed()).replace("<wbr>", "").replace("<code>", "").replace("</code>", "")
    assert lost in page
    assert missing_on_page(seed(), page) == []
    assert missing_on_page(seed(), page.replace(lost, "")) != []

"""The report as a page: what does not pass first, with where the Pods went and what decided."""

from collections.abc import Iterator, Sequence

from schedcfg.commands.test.results import TestOutcome, TestReport
from schedcfg.commands.test.text import summary_line, variant_label
from schedcfg.commands.trial.answer.text import ScoredNode, scored_nodes
from schedcfg.output.html.page import Page, render_page, titled
from schedcfg.output.html.templates import macros


def render(report: TestReport, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a page."""
    drawn = macros("test.html", variant_label=variant_label, scored_nodes=scored_nodes, differing=_differing)
    failing = [test for test in report.tests if test.outcome is not TestOutcome.PASSED]
    passed = [test for test in report.tests if test.outcome is TestOutcome.PASSED]
    paths = dict.fromkeys([*(wrong.path for wrong in report.wrong_files), *(test.file for test in report.tests)])
    yield from render_page(
        Page(
            title=titled("Where Pods go", list(paths)),
            command="schedcfg test",
            content=drawn.page(report, summary_line(report), failing, passed),
        )
    )


def _differing(nodes: Sequence[ScoredNode]) -> list[str]:
    """Return the plugins whose scores differ between nodes."""
    plugins = dict.fromkeys(plugin for node in nodes for plugin in node.scores)
    return [plugin for plugin in plugins if len({node.scores.get(plugin) for node in nodes}) > 1]

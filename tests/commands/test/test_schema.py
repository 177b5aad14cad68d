"""The JSON Schema of files of tests: it takes what can be run, and underlines what has another shape."""

from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.schema.editor_schemas import EDITOR_SCHEMAS
from schedcfg.configuration.decode.scheduler_test import CARDS, read_tests
from schedcfg.document import parse
from schedcfg.models import TEST_KIND
from tests.commands.schema.schema_files import errors, fits
from tests.commands.test.calls import HEAD
from tests.commands.test.test_broken_files import BROKEN, Broken
from tests.example_files import EXAMPLES

FILES = sorted(EXAMPLES.rglob("*.schedtest.yaml"))
RELATIONS = {
    *("no configuration behind its key", "an empty name of a file", "a name of spaces", "two tests with one name"),
    *("a test without nodes", "a test that expects nothing", "an expectation without conditions", "a condition twice"),
    *("a range without ends", "a number said twice", "a range that is empty", "a range that is everything", "not all"),
    *("all of what is no Pod", "a skew by nothing", "a skew of any size", "together in nothing", "a score on no node"),
    *("a score of any number", "no reason", "no plugin", "an empty list of tests"),
    *("an empty name of answers", "an empty name of a test's answers"),
}
"""What no schema sees without saying it as often as there are fields: `validate` does."""


def data_of(text: str) -> Any:
    """Return a document as an editor reads it, in YAML 1.2: its key `on` is a text there."""
    return _with_texts_as_keys(parse(text).documents[0].data)


def _with_texts_as_keys(data: Any) -> Any:
    if isinstance(data, list):
        return [_with_texts_as_keys(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {{"true": "on"}.get(key, key): _with_texts_as_keys(value) for key, value in data.items()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_example_fits_and_can_be_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert errors(TEST_KIND, data_of(text)) == []
    read = read_tests(parse(text).documents[0])
    assert (read.problems, read.unfinished) == ((), ())
    assert read.tests is not None


def test_the_examples_are_found() -> None:
    assert len(FILES) > 6


@pytest.mark.parametrize(("name", "broken"), BROKEN.items(), ids=list(BROKEN))
def test_what_has_another_shape_is_underlined(name: str, broken: Broken) -> None:
    assert fits(TEST_KIND, data_of(broken.text)) == (name in RELATIONS)


def test_short_and_long_forms_fit() -> None:
    short = (
        "{pods: web, placed: all, pending: 0, on: [a], notOn: b, perNode: 1, evicted: none, score: {node: a, least: 1}}"
    )
    long = (
        "[{pods: {a: b}, placed: {all: true}, pending: {reason: x, least: 1}, 'on': {c: d}, skew: {by: node, most: 1}}]"
    )
    for expectation in (short, long):
        text = f"{HEAD}nodes: ['1:cpu=1']\ntests:\n- name: a\n  pods: [b.yaml]\n  expect: {expectation}\n"
        assert errors(TEST_KIND, data_of(text)) == []
        assert read_tests(parse(text).documents[0]).problems == ()


def test_the_examples_of_the_rule_fit() -> None:
    (card,) = CARDS
    assert fits(TEST_KIND, data_of(card.good))
    assert EDITOR_SCHEMAS[TEST_KIND].file == "schedulertest.json"

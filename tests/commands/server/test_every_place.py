"""All that an editor asks, at every place of many texts, and of each beginning of one: answers, never an exception."""

from collections.abc import Iterator
from random import Random

import pytest

from schedcfg import plugins
from schedcfg.commands.server.analysis import Analysis, analyze
from schedcfg.commands.server.completion import complete_at
from schedcfg.commands.server.hints import hints
from schedcfg.commands.server.hover import hover_at
from schedcfg.document import Document, parse
from schedcfg.document.span import Path
from schedcfg.rules.cards import cards
from tests.example_files import EXAMPLES

PROFILES = (EXAMPLES / "profiles.yaml").read_text()
EVERY_OFFSET = ("unknown-field", "zero-weight", "unused-score-curve", "dangling-mount")
"""Rules whose examples are walked through completely: as many as there is time for."""
_PLACES = 12
_LONGEST_HOVER = 40


def _ask(analysis: Analysis, offset: int) -> None:
    hover = hover_at(analysis, offset)
    if hover is not None:
        assert hover.start <= offset <= hover.end
        assert 0 < len(hover.markdown.splitlines()) <= _LONGEST_HOVER
    for one in complete_at(analysis, offset):
        assert one.start <= offset <= one.end
        assert one.label
        assert one.insert.strip()


def _check_hints(analysis: Analysis) -> None:
    for hint in hints(analysis):
        assert 0 < hint.offset <= len(analysis.text)
        assert hint.label


@pytest.mark.parametrize("rule", cards())
def test_every_example_can_be_asked_about(rule: str) -> None:
    for text in (cards()[rule].bad, cards()[rule].good):
        analysis = analyze(text)
        _check_hints(analysis)
        for offset in sorted(Random(rule).sample(range(len(text) + 1), min(_PLACES, len(text) + 1))):
            _ask(analysis, offset)


@pytest.mark.parametrize("rule", EVERY_OFFSET)
def test_every_place_of_an_example_can_be_asked_about(rule: str) -> None:
    for text in (cards()[rule].bad, cards()[rule].good):
        analysis = analyze(text)
        for offset in range(-1, len(text) + 2):
            _ask(analysis, offset)


def test_every_beginning_can_be_completed() -> None:
    for end in range(len(PROFILES) + 1):
        _ask(analyze(PROFILES[:end]), end)


def _paths(data: object, path: Path = ()) -> Iterator[Path]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in entries:
        yield (*path, step)
        yield from _paths(value, (*path, step))


def _configurations() -> Iterator[tuple[str, Document]]:
    """Yield the examples in the repository that are a configuration, and those of rules that are accepted."""
    texts = [PROFILES, *(card.good for card in cards().values())]
    for text in texts:
        stream = parse(text)
        if len(stream.documents) == 1 and stream.error is None and not stream.source.is_json:
            yield text, stream.documents[0]


def _typed_again(text: str, start: int) -> set[str]:
    """Return what is offered at an offset behind which everything is gone."""
    return {one.label for one in complete_at(analyze(text[:start]), start)}


def test_each_field_is_offered_where_it_is() -> None:
    document = parse(PROFILES).documents[0]
    keys = [path for path in _paths(document.data) if isinstance(path[-1], str)]
    assert len(keys) == 12
    for path in keys:
        place = document.locate(path).key
        assert place is not None
        assert path[-1] in _typed_again(PROFILES, place.start.offset), path


def test_each_plugin_is_offered_where_it_is() -> None:
    asked, missing = 0, []
    for text, document in _configurations():
        for path in _paths(document.data):
            match path:
                case (*_, "plugins", _, "enabled" | "disabled", int(), "name") | (*_, "pluginConfig", int(), "name"):
                    start = document.locate(path).value.start.offset
                    offered = _typed_again(text, start)
                    name = text[start : document.locate(path).value.end.offset].strip("\"'")
                    if plugins.find(name) is not None or name == "*":
                        asked += 1
                        missing += [] if name in offered else [(name, path, text)]
    assert not missing
    assert asked > 80

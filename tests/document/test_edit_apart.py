"""Items edited apart from the text around them: the same as in the whole text, with less read again."""

from collections import Counter
from random import Random

import pytest
from edit_operations import choose
from edit_texts import YamlText
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg import limits
from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.document.edit.fragments import Fragments
from schedcfg.document.edit.splices import applied
from schedcfg.document.path import Path
from schedcfg.errors import EditConflict

PROFILES = """\
profiles:  # ours
# the first
- schedulerName: a  # A
  pluginConfig:
  - name: P
    args: {x: 1}
  # about Q
  - name: Q
    args:
        deep:
            - 1
- schedulerName: b
  plugins:
      score:
          enabled:
          - name: |+
              text

# the last
- schedulerName: c
parallelism: 3
"""


def edited(text: str, seed: int, number: int) -> tuple[object, str, Counter[str], list[str]]:
    """Make random edits, and return what they lead to."""
    random, draft = Random(seed), Draft(text)
    refused = []
    for _ in range(number):
        call = choose(random, draft.data)
        if call is not None:
            try:
                getattr(draft, call.name)(*call.arguments)
            except EditConflict as conflict:
                refused.append(f"{call}: {conflict}")
    edits = draft.edits
    assert applied(text, edits) == draft.text
    assert draft.edits == edits
    assert draft.data == parse(draft.text).documents[0].data
    return draft.data, draft.text, Counter(one.text for one in parse(draft.text).comments), refused


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_edits_mean_the_same_as_in_the_whole_text(seed: int, is_random: bool) -> None:
    text = YamlText(Random(seed)).text() if is_random else PROFILES
    if len(parse(text).documents) != 1:
        return
    apart = edited(text, seed, 6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Fragments, "for_change", lambda *_: None)
        whole = edited(text, seed, 6)
    assert (apart[0], apart[2], apart[3]) == (whole[0], whole[2], whole[3])


def test_what_is_written_follows_the_style_of_the_whole_text() -> None:
    draft = Draft(PROFILES)
    draft.insert(("profiles", 0, "plugins"), {"score": {"enabled": [{"name": "P"}]}})
    assert "  plugins:\n      score:\n          enabled:\n          - name: P\n" in draft.text


def test_places_are_those_of_the_original() -> None:
    draft = Draft(PROFILES)
    draft.rename(("profiles", 1, "schedulerName"), "name")
    draft.insert(("profiles", 0, "new"), 1)
    draft.replace(("profiles", 0, "pluginConfig", 1, "args", "deep", 0), 2)
    assert draft.original_span(("profiles", 0, "new")) is None
    for path, line in {("profiles", 0): 3, ("profiles", 0, "pluginConfig", 1, "args"): 9, ("parallelism",): 21}.items():
        span = draft.original_span(path)
        assert span is not None
        assert span.start.line == line
    assert draft.get(("profiles", 0, "pluginConfig", 1, "args", "deep")) == [2]
    assert draft.get(("profiles", 1)) == {"name": "b", "plugins": {"score": {"enabled": [{"name": "text\n\n"}]}}}


def test_copies_do_not_change_each_other() -> None:
    draft = Draft(PROFILES)
    draft.replace(("profiles", 0, "schedulerName"), "x")
    kept = draft.copy()
    draft.replace(("profiles", 0, "schedulerName"), "y")
    draft.replace(("profiles", 1, "schedulerName"), "z")
    assert "schedulerName: x  # A" in kept.text
    assert "schedulerName: b" in kept.text
    draft.restore(kept)
    assert draft.text == kept.text


def test_what_does_not_fit_together_is_done_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft(PROFILES)
    draft.replace(("profiles", 0, "schedulerName"), "x")
    draft.remove_leaving_comments(("profiles", 1, "plugins"))
    whole = draft.copy()
    with monkeypatch.context() as patch:
        patch.setattr(Fragments, "put_back", lambda *_: None)
        text = draft.text
    assert text == whole.text


def test_one_change_in_a_long_text_reads_little_of_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "profiles:\n" + "".join(f"- schedulerName: s{number}\n" for number in range(400)) + "x: 1\n"
    monkeypatch.setattr(limits, "READ_AGAIN", limits.Bound("X", 3 * len(text)))
    draft = Draft(text)
    for number in range(400):
        draft.insert(("profiles", number, "plugins"), {"score": {}})
    assert draft.text.count("plugins:") == 400


@pytest.mark.parametrize("path", [("a", 3), ("m", "k3")])
def test_a_removal_is_found_beside_its_neighbors(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a:\n" + "".join(f"# {one}\n- {one}  # x\n" for one in range(9)) + "m:\n"
    text += "".join(f"  k{one}: {one}\n\n" for one in range(9)) + "b: 1\n"
    alone = Draft(text)
    alone.remove_leaving_comments(path)
    draft = Draft(text)
    monkeypatch.setattr(Draft, "copy", None)
    assert draft.removal(path) == alone.edits
    assert draft.text == text


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a: [1, 2, 3, 4]\n", ("a", 1)),
        ("a:\n- 1\n- 2\n- 3", ("a", 2)),
        ("a:\n- 1\n- 2\n- 3\n", ("a", 0)),
        ("a:\n  x: 1\n  y: &a 2\n  z: *a\n  w: 1\n", ("a", "z")),
        ('{"a": 1, "b": 2, "c": 3}', ("b",)),
    ],
)
def test_elsewhere_a_removal_is_found_in_the_whole_text(text: str, path: Path) -> None:
    draft = Draft(text)
    draft.remove_leaving_comments(path)
    assert Draft(text).removal(path) == draft.edits

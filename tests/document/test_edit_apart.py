"""Items edited apart from the text around them: the same as in the whole text, with less read again."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg import limits
from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.document.edit.fragments import Fragments
from schedcfg.document.edit.splices import applied
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict
from tests.document.edit_operations import choose
from tests.document.edit_texts import YamlText, json_text

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
    return draft.data, draft.text, Counter(comment.text for comment in parse(draft.text).comments), refused


def assert_alike_apart_and_in_the_whole(text: str, seed: int) -> None:
    apart = edited(text, seed, 6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Fragments, "for_change", lambda *_: None)
        whole = edited(text, seed, 6)
    assert (apart[0], apart[2], apart[3]) == (whole[0], whole[2], whole[3])


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_edits_mean_the_same_as_in_the_whole_text(seed: int, is_random: bool) -> None:
    text = YamlText(Random(seed)).text() if is_random else PROFILES
    if len(parse(text).documents) != 1:
        return
    assert_alike_apart_and_in_the_whole(text, seed)


def bracketed(random: Random) -> str:
    """Write lists in brackets, in YAML and in JSON, in one line and in several."""
    if random.random() < 0.5:
        return json_text(random)
    writer = YamlText(random)
    lines = "\n".join(writer.flow(0, 0)).lstrip()
    items = ", ".join(writer.flow_value(1) for _ in range(3))
    return f"a:\n  - {writer.flow_value(0, must_be_collection=True)}\nb: {lines}\nc: [{items}]\n"


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1))
def test_edits_within_brackets_mean_the_same_as_in_the_whole_text(seed: int) -> None:
    text = bracketed(Random(seed))
    if parse(text).error is not None:
        return
    assert_alike_apart_and_in_the_whole(text, seed)


_JSON = '{"profiles": [{"schedulerName": "a", "plugins": {"score": {}}}, {"schedulerName": "b"}, {}]}'
_JSON_IN_LINES = """\
{
   "profiles": [
      {
         "schedulerName": "a",
         "plugins": {"score": {}}
      },
      {"schedulerName": "b"},
      {}
   ]
}
"""
_BRACKETS_IN_LINES = """\
profiles: [
    {
        schedulerName: a,  # A
        plugins: {score: {}}
    },
    # about b
    {schedulerName: b},
    {}
]
"""


@pytest.mark.parametrize(
    "text",
    [
        "profiles: [{schedulerName: a, plugins: {score: {}}}, {schedulerName: b}, {}]  # all\n",
        "profiles:\n- schedulerName: a\n  plugins: {score: {}}\n- {schedulerName: b}\n- {}\n",
        _BRACKETS_IN_LINES,
        _BRACKETS_IN_LINES.replace("\n", "\r\n"),
        _JSON,
        _JSON.replace(" ", ""),
        _JSON_IN_LINES,
        _JSON_IN_LINES.replace("\n", "\r\n"),
    ],
)
def test_what_is_written_within_brackets_is_the_same_as_in_the_whole_text(text: str) -> None:
    def made() -> str:
        draft = Draft(text)
        draft.insert(("profiles", 1, "plugins", "filter", "disabled"), [{"name": "P"}])
        draft.set(("profiles", 0, "plugins", "score", "enabled"), [{"name": "Q", "weight": 1}, {"name": "R"}])
        draft.rename(("profiles", 0, "schedulerName"), "name")
        draft.remove(("profiles", 1, "schedulerName"))
        draft.insert_after(("profiles", 0, "name"), "x", {"y": {"z": [1]}, "z": ""})
        draft.insert(("profiles", 2, "plugins"), {"score": {"disabled": [{"name": "S"}]}})
        return draft.text

    apart = made()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Fragments, "for_change", lambda *_: None)
        assert made() == apart


def test_a_pair_without_braces_has_what_is_behind_it_in_the_whole_text() -> None:
    with pytest.raises(EditConflict, match="cannot be changed safely"):
        Draft("a: [\n  b: 1  # x\n]\n").remove(("a", 0, "b"))


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


def _in_one_line(item: str) -> str:
    return ", ".join(item % number for number in range(200))


@pytest.mark.parametrize(
    "text",
    [
        "profiles:\n" + "".join(f"- schedulerName: s{number}\n" for number in range(200)) + "x: 1\n",
        f"profiles: [{_in_one_line('{schedulerName: s%s}')}]\n",
        f'{{"profiles": [{_in_one_line("""{"schedulerName": "s%s"}""")}]}}',
        '{\n "profiles": [\n' + _in_one_line('  {\n   "schedulerName": "s%s"\n  }').replace(", ", ",\n") + "\n ]\n}\n",
    ],
    ids=["block", "brackets", "JSON", "JSON in lines"],
)
def test_one_change_in_a_long_text_reads_little_of_it_again(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse(text).error is None
    monkeypatch.setattr(limits, "READ_AGAIN", limits.Bound("X", 4 * len(text)))
    draft = Draft(text)
    for number in range(200):
        draft.insert(("profiles", number, "plugins"), {"score": {}})
    assert draft.text.count("plugins") == 200


_BLOCKS = "a:\n" + "".join(f"# {one}\n- {one}  # x\n" for one in range(9)) + "m:\n"
_BLOCKS += "".join(f"  k{one}: {one}\n\n" for one in range(9)) + "b: 1\n"
_BRACKETS = f"a: [{_in_one_line('x%s')}]\nm: {{{_in_one_line('k%s: 1')}}}\n"
_LINES = "a: [\n" + "".join(f"  x{one},  # {one}\n" for one in range(9)) + "]\nm: {\n"
_LINES += "".join(f"    # {one}\n    k{one}: [],\n" for one in range(9)) + "  }\n"
_JSON = f'{{"a": [{_in_one_line("%s")}], "m": {{{_in_one_line(""""k%s": 1""")}}}}}'


@pytest.mark.parametrize("path", [("a", 3), ("m", "k3")])
@pytest.mark.parametrize("text", [_BLOCKS, _BRACKETS, _LINES, _JSON, _JSON.replace(", ", ",\n  ")])
def test_a_removal_is_found_beside_its_neighbors(text: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Draft(text)
    alone.remove_leaving_comments(path)
    draft = Draft(text)
    monkeypatch.setattr(Draft, "copy", None)
    assert draft.removal(path) == alone.edits
    assert draft.text == text


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a: [1, 2, 3, 4]\n", ("a", 0)),
        ("a: [1, 2, 3, 4]\n", ("a", 3)),
        ("a: [b: 1, c, d]\n", ("a", 0, "b")),
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

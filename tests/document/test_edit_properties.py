"""Random edits of random texts: data, comments and all text outside of the edits are what they have to be."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg.document import parse
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict
from tests.document.edit_operations import Call, applied, choose, places, try_one
from tests.document.edit_texts import YamlText, json_text

seeds = st.integers(0, 2**32 - 1)


def few_edits(random: Random, text: str) -> list[tuple[Call, EditConflict | None]]:
    """Make up to three edits in one of the documents of a text."""
    draft = Draft(text, random.randrange(len(parse(text).documents)))
    made = []
    for _ in range(3):
        call = choose(random, draft.data)
        if call is not None:
            made.append((call, try_one(draft, call)))
    return made


@settings(max_examples=80)
@given(seeds)
def test_yaml_without_aliases(seed: int) -> None:
    random = Random(seed)
    few_edits(random, YamlText(random).text())


@settings(max_examples=40)
@given(seeds)
def test_yaml_with_aliases(seed: int) -> None:
    random = Random(seed)
    text = YamlText(random, aliases=True).text()
    if parse(text).error is None:  # else the aliases make it too large
        few_edits(random, text)


@settings(max_examples=40)
@given(seeds)
def test_json(seed: int) -> None:
    random = Random(seed)
    assert all(conflict is None for _, conflict in few_edits(random, json_text(random)))


def test_conflicts_are_rare() -> None:
    conflicts, count = [], 0
    for seed in range(100):
        random = Random(seed)
        for call, conflict in few_edits(random, YamlText(random).text()):
            count += 1
            if conflict is not None and "comments" not in str(conflict):
                conflicts.append((seed, call, str(conflict)))
    assert count > 250
    assert len(conflicts) * 100 < count, conflicts


@settings(max_examples=60)
@given(st.text(max_size=60) | st.from_regex(r"(?:[ab:\-\[\]{},#&*|>!'\" \n]){1,40}", fullmatch=True), seeds)
def test_any_text_is_edited_or_refused(text: str, seed: int) -> None:
    try:
        draft = Draft(text)
    except EditConflict as conflict:
        assert conflict.help  # noqa: PT017 - most texts are not refused
        return
    random = Random(seed)
    call = choose(random, draft.data)
    if call is not None:
        try_one(draft, call)


@settings(max_examples=40)
@given(seeds)
def test_comments_keep_their_order(seed: int) -> None:
    random = Random(seed)
    draft = Draft(YamlText(random).text())
    entry = random.choice(places(draft.data)[1:])
    before = [comment.text for comment in parse(draft.text).comments]
    try:
        draft.remove_leaving_comments(entry)
    except EditConflict:
        assert draft.edits == ()
        return
    assert [comment.text for comment in parse(draft.text).comments] == before


@settings(max_examples=40)
@given(seeds)
def test_repeated_keys_go_and_nothing_else(seed: int) -> None:
    draft = Draft(YamlText(Random(seed), repeats=True).text())
    data, comments = draft.data, [comment.text for comment in parse(draft.text).comments]
    while draft.document.defects:  # a conflict would end this loop and fail the test
        draft.remove_repeated(min((defect.path for defect in draft.document.defects), key=len))
    assert draft.data == data
    assert [comment.text for comment in parse(draft.text).comments] == comments
    assert applied(draft) == draft.text

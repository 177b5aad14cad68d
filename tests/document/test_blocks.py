"""Which item or entry begins behind a place."""

import pytest

from schedcfg.document import parse

TEXT = """\
# top
a: 1
# list
b:
  # first
  - name: x
    weight: 2

  # second
  - - y
    - z
  # last
c: {d: [1,
  # flow
  2], e: 3}
# end
"""


def below(comment: str) -> str | None:
    stream = parse(TEXT)
    span = stream.source.block_behind(TEXT.index(f"# {comment}"))
    return None if span is None else TEXT[span.start.offset : span.end.offset]


@pytest.mark.parametrize(
    ("comment", "block"),
    [
        ("top", "a: 1"),
        ("list", TEXT[TEXT.index("b:") : TEXT.index("\n  # last")]),
        ("first", "name: x\n    weight: 2"),
        ("second", "- y\n    - z"),
        ("last", "c: {d: [1,\n  # flow\n  2], e: 3}"),
        ("flow", "2"),
        ("end", None),
    ],
)
def test_the_outermost_block_that_begins_next(comment: str, block: str | None) -> None:
    assert below(comment) == block


def test_documents_follow_each_other() -> None:
    text = "a: 1\n# between\n---\nb: 2\n"
    span = parse(text).source.block_behind(text.index("#"))
    assert span is not None
    assert text[span.start.offset : span.end.offset] == "b: 2"

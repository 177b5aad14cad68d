"""Comments, found again between the scalars."""

from schedcfg.document import parse

TEXT = """\
# one
# two
a: 'x # no'  # three
b: "y # no
  # no either"
c: |  # four
  # text
  more # text
# five

# six
d:
  # seven
  - e#no   #eight
  - |-
    # text

  # nine
f: {g: h} # ten
"""


def test_comments_are_reported_from_text():
    stream = parse(TEXT)
    assert [comment.text for comment in stream.comments] == [
        *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    ]
    assert [comment.span.start.line for comment in stream.comments] == [1, 2, 3, 6, 9, 11, 13, 14, 18, 19]
    for comment in stream.comments:
        written = TEXT[comment.span.start.offset : comment.span.end.offset]
        assert written.startswith("#")
        assert written[1:].strip() == comment.text


def test_the_comment_on_a_line():
    (document,) = parse(TEXT).documents
    assert document.comment_on(3).text == "three"
    assert document.comment_on(3).own_line is False
    assert document.comment_on(13).own_line is True
    assert document.comment_on(4) is None
    assert document.comment_on(99) is None


def test_comments_with_crlf_and_byte_order_mark():
    text = "\ufeff# one\r\na: 1 # two\r\n"
    stream = parse(text)
    assert [comment.text for comment in stream.comments] == ["one", "two"]
    assert [comment.own_line for comment in stream.comments] == [True, False]
    assert stream.comments[0].span.end[:2] == (1, 7)


def test_comments_of_all_documents_up_to_an_error():
    stream = parse("a: 1 # one\n---\n# two\nb: 2\n")
    assert [comment.text for comment in stream.comments] == ["one", "two"]
    broken = parse("a: 1 # one\nb: 2\n---\nc: '# x\n# y\n")
    assert [comment.text for comment in broken.comments] == ["one"]
    assert parse("a: [ # one\n").comments == ()


def test_json_and_texts_without_have_none():
    assert parse('{"a": "# x"}').comments == ()
    assert parse("a: 1\n").comments == ()
    assert [comment.text for comment in parse("# alone").comments] == ["alone"]

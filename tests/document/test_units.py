"""Unit files of systemd are read as systemd reads them, each word with its place."""

import pytest

from schedcfg.document import Stream, parse
from schedcfg.document.edit import Draft
from schedcfg.document.scripts import parse_script
from schedcfg.errors import EditConflict

UNIT = """\
# first
[Unit]
Description = Scheduler
; second # no comment of its own

[Service]
ExecStart=/bin/kube-scheduler --v=2 \\
  # between
  '--config=/etc/a b' \\
  --x="1"
Environment="A=1 2" B=3
[Service]
ExecStart=
"""


def data(text: str) -> object:
    [document] = parse(text).documents
    return document.data


def words(command: str) -> list[object]:
    [document] = parse(f"[Service]\nExecStart={command}\n").documents
    assert isinstance(document.data, dict)
    return list(document.data["Service"]["ExecStart"])


def test_sections_and_settings() -> None:
    assert data(UNIT) == {
        "Unit": {"Description": ["Scheduler"]},
        "Service": {
            "ExecStart": [["/bin/kube-scheduler", "--v=2", "--config=/etc/a b", "--x=1"], []],
            "Environment": [["A=1 2", "B=3"]],
        },
    }
    assert data(UNIT.replace("\n", "\r\n")) == data(UNIT)
    assert data(UNIT.replace("\n", "\n  ")) == data(UNIT)


def test_each_word_has_its_place() -> None:
    [document] = parse(UNIT).documents
    assert document.line == 2
    places = [document.locate(("Service", "ExecStart", 0, number)).value for number in range(4)]
    assert [(place.start.line, place.start.column) for place in places] == [(7, 11), (7, 31), (9, 3), (10, 3)]
    assert [UNIT[place.start.offset : place.end.offset] for place in places] == [
        *("/bin/kube-scheduler", "--v=2", "'--config=/etc/a b'", '--x="1"')
    ]
    [key] = [document.locate(("Unit", "Description")).key]
    assert key is not None
    assert UNIT[key.start.offset : key.end.offset] == "Description"


def test_comments() -> None:
    assert [comment.text for comment in parse(UNIT).comments] == ["first", "no comment of its own", "between"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("/a b", [["/a", "b"]]),
        ("/a ; /b c ;", [["/a"], ["/b", "c"]]),
        ("/a \\; ';' b;", [["/a", ";", ";", "b;"]]),
        (r"/a \x41\101\u00e4\s\t'\n' \q", [["/a", "AAä \t\n", r"\q"]]),
        (r"""/a 'it "is"' "it's" x'y'z '' """, [["/a", 'it "is"', "it's", "xyz", ""]]),
        ("/a 'open b", [["/a", "open", "b"]]),
        ("{{ bin }}/a --b={{ c }}d {{ e", [["{{ bin }}/a", "--b={{ c }}d", "{{", "e"]]),
    ],
)
def test_words(written: str, read: list[list[str]]) -> None:
    assert words(written) == read


@pytest.mark.parametrize(
    "text",
    [
        "[Service]\n",
        "a: |\n  [Service]\n  ExecStart=/a\n",
        "# [Service]\nkind: Pod\n",
        "[Service, Unit]\n",
        "[Mount]\nWhat=/dev/a\n",
        '{"a": "[Service]\\n"}',
    ],
)
def test_other_texts_are_no_units(text: str) -> None:
    assert parse(text).source.is_unit == (text == "[Service]\n")


@pytest.mark.parametrize("stream", [parse(UNIT), parse_script("start --a=1\n")])
def test_units_and_scripts_are_not_edited(stream: Stream) -> None:
    [document] = stream.documents
    with pytest.raises(EditConflict, match="units of systemd and scripts are not edited"):
        Draft.of(document)


SCRIPT = """\
#!/bin/sh
start --a='1 2' \\
  --b; it's # --c
"""


def test_the_words_of_a_script() -> None:
    [document] = parse_script(SCRIPT).documents
    assert document.data == [["start", "--a=1 2", "--b", "it", "s"]]
    place = document.locate((0, 2)).value
    assert (place.start.line, place.start.column, place.end.column) == (3, 3, 6)

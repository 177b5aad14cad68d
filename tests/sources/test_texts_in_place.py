"""Texts inside manifests, read where they stand."""

import json

from schedcfg.document import parse
from schedcfg.sources.manifests.reading import documents_in

PATCH = "kind: One\n---\nkind: Two\nname: b\n"
AT = ("patches", 0)


def lines(text: str) -> list[tuple[object, int, bool]]:
    host = parse(text).documents[0]
    found = list(documents_in(host, AT, PATCH))
    return [(one.document.data, one.document.locate(("kind",)).value.start.line, one.span is None) for one in found]


def test_a_literal_block_is_read_in_place() -> None:
    block = "".join(f"  {line}\n" for line in PATCH.splitlines())
    found = lines(f"# a comment\npatches:\n- |\n{block}")
    assert found == [({"kind": "One"}, 4, True), ({"kind": "Two", "name": "b"}, 6, True)]


def test_other_texts_stand_as_a_whole() -> None:
    for text in (f"patches:\n- {json.dumps(PATCH)}\n", json.dumps({"patches": [PATCH]})):
        host = parse(text).documents[0]
        found = list(documents_in(host, AT, PATCH))
        assert [one.document.data for one in found] == [{"kind": "One"}, {"kind": "Two", "name": "b"}]
        assert all(one.span == host.locate(AT).value for one in found)


def test_a_broken_text_has_no_documents() -> None:
    host = parse("patches: ['[']\n").documents[0]
    assert list(documents_in(host, AT, "[")) == []

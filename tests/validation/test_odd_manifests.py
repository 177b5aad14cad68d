"""Whatever is written into a manifest, the answer is a report."""

import json

from hypothesis import given
from hypothesis import strategies as st

from schedcfg import IN_TREE_ONLY, OPEN, releases, validate
from schedcfg.output import FORMATS, load
from schedcfg.output.summary import Summary
from schedcfg.validation.options import Options
from tests import quick_yaml
from tests.paths import TESTS

EXAMPLES = TESTS / "rules" / "manifests"
FOLDERS = [
    [document for path in sorted(folder.glob("*.yaml")) for document in quick_yaml.load_all(path.read_text("utf-8"))]
    for folder in sorted(EXAMPLES.glob("*/*"))
]
WORDS = ("", ".", "/", "-", "--", "--config", "--secure-port=x", "kube-scheduler", "sh", "*", "Pod", "List", "$(A)")
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=4)
ODD = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=4,
)
DROPPED = object()

Steps = tuple[str | int, ...]


def places(value: object, path: Steps = ()) -> list[Steps]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in inner for place in places(one, (*path, key)))]


def changed(value: object, path: Steps, new: object) -> object:
    if not path:
        return None if new is DROPPED else new
    copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    if len(path) == 1 and new is DROPPED:
        del copy[path[0]]
    else:
        copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


def text_of(documents: list[object], form: str) -> str:
    if form == "stream":
        return quick_yaml.dump_all(documents)
    listed = {"apiVersion": "v1", "kind": "List", "items": documents}
    return json.dumps(listed) if form == "json" else quick_yaml.dump(listed)


@given(st.data())
def test_changed_examples(data: st.DataObject) -> None:
    documents: object = data.draw(st.sampled_from(FOLDERS))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.sampled_from(places(documents)[1:] or [()]))
        documents = changed(documents, place, data.draw(ODD | st.just(DROPPED)))
    if not isinstance(documents, list):
        documents = [documents]
    text = text_of(documents, data.draw(st.sampled_from(["stream", "list", "json"])))
    release = data.draw(st.sampled_from([None, *releases.names()]))
    report = validate(text, release, options=Options(registry=data.draw(st.sampled_from([OPEN, IN_TREE_ONLY]))))
    for output in ("text", "json"):
        assert isinstance("".join(load(FORMATS[output])(iter([report]), Summary(), colored=True)), str)
    for document in report.documents:
        assert document.findings == tuple(sorted(document.findings, key=lambda finding: finding.start.offset))
        assert all(0 <= finding.start.offset <= finding.end.offset <= len(text) for finding in document.findings)


@given(st.data())
def test_every_place_takes_anything(data: st.DataObject) -> None:
    documents = data.draw(st.sampled_from(FOLDERS))
    odd = data.draw(ODD | st.just(DROPPED))
    for place in places(documents)[1:]:
        validate(text_of(changed(documents, place, odd), "stream"))  # type: ignore[arg-type]


def test_examples_mean_the_same_in_every_form() -> None:
    for documents in FOLDERS:
        rules = [
            sorted(finding.rule for document in validate(text).documents for finding in document.findings)
            for text in (text_of(documents, form) for form in ("list", "json"))
        ]
        assert rules[0] == rules[1]

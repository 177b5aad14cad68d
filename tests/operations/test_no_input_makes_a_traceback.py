"""Whatever is written, the answer is a report."""

import json
from pathlib import Path

import yaml
from hypothesis import given
from hypothesis import strategies as st

from schedcfg import IN_TREE_ONLY, OPEN, FileReport, Role, Verdict, releases, validate
from schedcfg.models import API_VERSIONS
from schedcfg.output import Summary, renderer

EXAMPLES = Path(__file__).parents[2] / "examples"
SEEDS = [
    yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted(EXAMPLES.iterdir())
    if path.suffix in {".yaml", ".json"}
]
ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.sampled_from(
        ["", "*", "15s", "-1s", "NodeResourcesFit", "InterPodAffinity", "v1", "\ufeff", "é", "a/b", "yes", "0x10"]
    )
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path]
    if isinstance(value, dict):
        found += [place for key, inner in value.items() for place in places(inner, (*path, key))]
    elif isinstance(value, list):
        found += [place for index, inner in enumerate(value) for place in places(inner, (*path, index))]
    return found


def changed(value: object, path: tuple[str | int, ...], new: object) -> object:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


def checked(text: str, release: str | None, role: Role, world: object) -> FileReport:
    report = validate(text, release, role=role, world=world)  # type: ignore[arg-type]
    for output in ("text", "json"):
        rendered = "".join(renderer(output)(iter([report]), Summary(), coloured=True))
        if output == "json":
            json.loads(rendered)
    for document in report.documents:
        offsets = [finding.start.offset for finding in document.findings]
        assert offsets == sorted(offsets)
        assert len(set(document.findings)) == len(document.findings)
        refused = any(finding.finding_class == "refused" for finding in document.findings)
        assert refused == (document.verdict is Verdict.REFUSED)
    return report


@given(st.data())
def test_changed_examples(data: st.DataObject) -> None:
    value: object = dict(data.draw(st.sampled_from(SEEDS)))
    version = data.draw(st.sampled_from(API_VERSIONS))
    if isinstance(value, dict) and "kubescheduler" in str(value.get("apiVersion")):
        value["apiVersion"] = f"kubescheduler.config.k8s.io/{version}"
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.sampled_from(places(value)))
        value = changed(value, place, data.draw(ODD))
    as_json = data.draw(st.booleans())
    text = json.dumps(value) if as_json else yaml.safe_dump(value, allow_unicode=True)
    release = data.draw(st.sampled_from([None, *releases.names()]))
    checked(text, release, data.draw(st.sampled_from(list(Role))), data.draw(st.sampled_from([OPEN, IN_TREE_ONLY])))


@given(st.text(max_size=200), st.sampled_from(list(Role)))
def test_any_text(text: str, role: Role) -> None:
    checked(text, "1.29", role, OPEN)


@given(st.data())
def test_cut_and_mangled_text(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(EXAMPLES.iterdir())))
    text = path.read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    mangled = text[:start] + data.draw(st.text("{}[]&*!|>'\"#:- \n\t%@`,?a1", max_size=5)) + text[end:]
    checked(mangled, None, Role.CONFIG, IN_TREE_ONLY)


def test_checking_changes_nothing_in_the_data() -> None:
    from schedcfg.document import parse

    for path in sorted(EXAMPLES.iterdir()):
        text = path.read_text(encoding="utf-8")
        before = parse(text).documents[0].data
        validate(text)
        assert parse(text).documents[0].data == before

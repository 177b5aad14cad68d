"""Whatever is written, the answer is a report."""

import json

from hypothesis import given
from hypothesis import strategies as st

from schedcfg import IN_TREE_ONLY, OPEN, FileReport, Role, UnknownTarget, Verdict, migrate, releases, validate
from schedcfg.commands.migrate import json_report
from schedcfg.commands.migrate import text as migration_text
from schedcfg.commands.migrate.text import Tally
from schedcfg.errors import UnreadableInput
from schedcfg.models import API_VERSIONS
from schedcfg.output import FORMATS, load
from schedcfg.output.summary import Summary
from schedcfg.sources import expect_text
from schedcfg.validation.options import Options
from tests import quick_yaml
from tests.example_files import example_files

EXAMPLES = example_files()
SEEDS = [
    document
    for path in EXAMPLES
    if path.suffix in {".yaml", ".json"}
    for document in quick_yaml.load_all(path.read_text(encoding="utf-8"))
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


def checked(text: str, release: str | None, role: Role, registry: object) -> FileReport:
    report = validate(text, release, options=Options(role=role, registry=registry))  # type: ignore[arg-type]
    for output in ("text", "json"):
        rendered = "".join(load(FORMATS[output])(iter([report]), Summary(), colored=True))
        if output == "json":
            json.loads(rendered)
    for document in report.documents:
        offsets = [finding.start.offset for finding in document.findings]
        assert offsets == sorted(offsets)
        assert len(set(document.findings)) == len(document.findings)
        refused = any(finding.finding_class == "refused" for finding in document.findings)
        assert refused == (document.verdict is Verdict.REFUSED)
    return report


def carried(text: str, to: str | None, release: str | None, role: Role, chosen_options: dict[str, bool]) -> None:
    try:
        file = migrate(text, to, release, options=Options(role=role), **chosen_options)  # type: ignore[arg-type]
    except UnknownTarget:
        assert release is not None
        assert to not in releases.at(release).api_versions
        return
    json.loads("".join(json_report.render([file], Tally("v1"))))
    for render in (
        migration_text.render,
        migration_text.render_in_full,
        migration_text.render_obstacles,
        migration_text.render_diff,
    ):
        "".join(render(file, colored=True))
    "".join(migration_text.render_lines(file))
    if file.verdict is Verdict.REFUSED:
        assert file.migrated is None
        assert any(document.findings for document in file.documents)
    if file.migrated is not None:
        again = migrate(file.migrated, to, release, options=Options(role=role if role is Role.ANY else Role.CONFIG))
        assert again.verdict is not Verdict.REFUSED


@given(st.data())
def test_changed_examples(data: st.DataObject) -> None:
    text = changed_example(data)
    release = data.draw(st.sampled_from([None, *releases.names()]))
    checked(text, release, data.draw(st.sampled_from(list(Role))), data.draw(st.sampled_from([OPEN, IN_TREE_ONLY])))


@given(st.data())
def test_changed_examples_migrated(data: st.DataObject) -> None:
    text = changed_example(data)
    release = data.draw(st.sampled_from([None, *releases.names()]))
    to = data.draw(st.sampled_from(API_VERSIONS if release is None else [None, *API_VERSIONS]))
    chosen_options = {name: data.draw(st.booleans()) for name in ("adopt_defaults", "drop_unsupported", "annotate")}
    carried(text, to, release, data.draw(st.sampled_from(list(Role))), chosen_options)


def changed_example(data: st.DataObject) -> str:
    value: object = dict(data.draw(st.sampled_from(SEEDS)))
    version = data.draw(st.sampled_from(API_VERSIONS))
    if isinstance(value, dict) and "kubescheduler" in str(value.get("apiVersion")):
        value["apiVersion"] = f"kubescheduler.config.k8s.io/{version}"
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.sampled_from(places(value)))
        value = changed(value, place, data.draw(ODD))
    as_json = data.draw(st.booleans())
    return json.dumps(value) if as_json else quick_yaml.dump(value, allow_unicode=True)


def is_no_file_name(text: str) -> bool:
    """Return whether a text is taken for the text of a file: what looks like the name of one is refused."""
    try:
        expect_text(text)
    except UnreadableInput:
        return False
    return True


@given(st.text(max_size=200).filter(is_no_file_name), st.sampled_from(list(Role)))
def test_any_text(text: str, role: Role) -> None:
    checked(text, "1.29", role, OPEN)
    carried(text, "v1", None, role, {})


@given(st.data())
def test_cut_and_mangled_text(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(EXAMPLES))
    text = path.read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    mangled = text[:start] + data.draw(st.text("{}[]&*!|>'\"#:- \n\t%@`,?a1", max_size=5)) + text[end:]
    checked(mangled, None, Role.CONFIG, IN_TREE_ONLY)
    carried(mangled, "v1beta3", None, Role.ANY, {})


def test_checking_changes_nothing_in_the_data() -> None:
    from schedcfg.document import parse

    seen = 0
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8")
        # None where it is no YAML, as a program is none.
        before = [document.data for document in parse(text).documents]
        validate(text)
        assert [document.data for document in parse(text).documents] == before
        seen += len(before)
    assert seen >= len(SEEDS)

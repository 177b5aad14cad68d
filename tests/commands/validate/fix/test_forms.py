"""Fixes in all forms in which configurations are kept: only the edits' own lines change."""

import json

import pytest

from schedcfg import fix, validate
from schedcfg.fixing import WhyLeft

GROUP = "kubescheduler.config.k8s.io"
CONFIG = f"""\
apiVersion: {GROUP}/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins:
    score:
      disabled:
      # the old one
      - name: ServiceAffinity  # since 1.20
      - name: ImageLocality
      - name: NodeLabel
"""
MENDED = f"""\
apiVersion: {GROUP}/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins:
    score:
      disabled:
      # the old one
      # since 1.20
      - name: ImageLocality
"""


def indented(text: str, by: str, first: str | None = None) -> str:
    lines = "".join(f"{by}{line}\n" for line in text.splitlines())
    return lines if first is None else first + lines.removeprefix(by)


CONFIG_MAP = "# one\nkind: ConfigMap\napiVersion: v1\ndata:\n  # two\n  config.yaml: |\n{}  other: x # three\n"
LIST = "kind: List\napiVersion: v1\nitems:\n- kind: Pod # one\n{}- kind: Service\n"
FORMS = [
    "{}",
    "---\n# one\n{}---\nkind: Pod\n",
    "kind: Pod\n---\n{}",
    "\ufeff{}",
]
TEXTS = [
    *((form.format(CONFIG), form.format(MENDED)) for form in FORMS),
    (f"{CONFIG}---\n{CONFIG}", f"{MENDED}---\n{MENDED}"),
    *((CONFIG_MAP.format(indented(CONFIG, by)), CONFIG_MAP.format(indented(MENDED, by))) for by in ("    ", "       ")),
    (LIST.format(indented(CONFIG, "  ", "- ")), LIST.format(indented(MENDED, "  ", "- "))),
]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(("text", "mended"), TEXTS)
def test_every_form(text: str, mended: str, line_end: str) -> None:
    text, mended = (one.replace("\n", line_end) for one in (text, mended))
    report = fix(text)
    assert report.text == mended
    assert report.fixing is not None
    assert report.fixing.left == ()
    assert {one.rule for one in report.fixing.made} == {"ineffective-disable"}
    lines = [text.splitlines()[one.line - 1] for one in report.fixing.made]
    assert [line.split("name: ")[1].split()[0] for line in lines][:2] == ["ServiceAffinity", "NodeLabel"]
    again = fix(mended)
    assert again.text == mended
    assert not again.is_changed


def test_json_stays_json() -> None:
    def data(*names: str) -> dict[str, object]:
        disabled = [{"name": name} for name in names]
        plugins = {"plugins": {"score": {"disabled": disabled}}}
        return {"apiVersion": f"{GROUP}/v1", "kind": "KubeSchedulerConfiguration", "profiles": [plugins]}

    for indent in (None, 2):
        text = json.dumps(data("ServiceAffinity", "ImageLocality"), indent=indent)
        assert fix(text).text == json.dumps(data("ImageLocality"), indent=indent)


@pytest.mark.parametrize("text", TEXTS)
def test_the_fix_of_a_finding_is_an_edit_of_the_file(text: tuple[str, str]) -> None:
    """Editors and SARIF apply it to the file, whatever the configuration stands in."""
    found = [finding for document in validate(text[0]).documents for finding in document.findings]
    first = next(finding.fix for finding in found if finding.fix is not None)
    (edit,) = first.edits
    start, end = edit.span.start.offset, edit.span.end.offset
    alone = text[0][:start] + edit.replacement + text[0][end:]
    assert "LeastAllocated" not in alone.replace("MostAllocated", "") or text[0].count("LeastAllocated") == 2
    assert fix(alone).text == text[1]


@pytest.mark.parametrize("sign", ['"{}"', ">-\n    {}"])
def test_what_is_quoted_or_folded_is_left_alone(sign: str) -> None:
    value = json.dumps(CONFIG) if sign.startswith('"') else ">\n" + indented(CONFIG.replace("\n", "\n\n"), "    ")
    text = f"kind: ConfigMap\napiVersion: v1\ndata:\n  config.yaml: {value}\n"
    report = fix(text)
    assert report.text == text
    found = [finding for document in report.documents for finding in document.findings]
    assert [finding.fix for finding in found if finding.rule == "ineffective-disable"] == [None, None]
    assert report.fixing is not None
    assert (report.fixing.made, report.fixing.left) == ((), ())


def test_an_alias_elsewhere_is_in_the_way() -> None:
    """The text cannot be changed safely there: no edits are offered, none are made, and that is reported."""
    disabled = "score: {disabled: &d [{name: ServiceAffinity}]}, filter: {disabled: *d}"
    text = f"apiVersion: {GROUP}/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- plugins: {{{disabled}}}\n"
    report = fix(text)
    assert report.text == text
    assert not [finding for finding in report.documents[0].findings if finding.fix is not None and finding.fix.edits]
    assert report.fixing is not None
    assert {one.why for one in report.fixing.left} == {WhyLeft.CONFLICT}


def test_why_left_is_reported_in_three_words() -> None:
    assert sorted(WhyLeft) == ["conflict", "fault", "unproven"]

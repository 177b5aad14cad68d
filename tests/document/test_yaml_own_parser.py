"""PyYAML's own parser, for where libyaml is missing, yields what libyaml yields: events, places and errors."""

import subprocess
import sys
from typing import Any

import pytest
from yaml.cyaml import CParser
from yaml.error import MarkedYAMLError

from schedcfg.document.yaml_own_parser import OwnParser
from tests.conformance.recordings import read
from tests.paths import EXAMPLES, ROOT

CASES = (ROOT / "tests" / "fuzz" / "cases").iterdir()


def events(parser: type[Any], text: str) -> list[tuple[object, ...]]:
    """Return what schedcfg looks at: of lines and columns it looks at none."""
    found: list[tuple[object, ...]] = []
    names = ("value", "anchor", "tag", "style", "explicit")
    try:
        for event in iter(parser(text).get_event, None):
            has = tuple(getattr(event, name, None) or None for name in names)
            implicit = event.implicit if hasattr(event, "value") else None
            flow = bool(getattr(event, "flow_style", False))
            found.append((type(event).__name__, event.start_mark.index, event.end_mark.index, *has, implicit, flow))
    except MarkedYAMLError as error:
        context = error.context_mark and error.context_mark.index
        found.append((error.problem, error.problem_mark.index, context))
    return found


def test_recorded_and_hostile_texts_are_read_alike() -> None:
    texts = [recording.text for recording in read("named.verdicts")]
    texts += [recording.text for recording in list(read("train.verdicts"))[::7]]
    texts += [path.read_text(encoding="utf-8") for path in EXAMPLES.rglob("*.yaml")]
    texts += [path.read_bytes().decode("utf-8", "replace") for path in CASES if path.stat().st_size < 5000]
    different = [text for text in texts if "\0" not in text and events(CParser, text) != events(OwnParser, text)]
    assert (len(texts) > 1000, different) == (True, [])


@pytest.mark.parametrize(
    "text",
    [
        "a:\tb",
        "a: b\t# c",
        "- a\n\t- b",
        "a: b\n  \tc",
        "a: b\n\tc",
        "{\ta: b}",
        "{a: b?c}",
        "{a:,}",
        "|\t\n a",
        "|0\n a",
        "|-2+\n a",
        ">\n\ta",
        "|2# c\n  a",
        "a: |\n  b\n\n  c\n",
        '"\\q"',
        '"\\x4"',
        '"\\ud800"',
        '"\\U00110000"',
        '"\\x41\\u00e9\\\n  b\\/"',
        "'it''s \"\\'",
        '"a\n\n  b',
        "'a\n---\nb'",
        "%a\n",
        "% \n",
        "%YAML 1.2\n---\na",
        "%YAML 1\n",
        "%TAG ! x:\n--- !a b",
        "! a",
        "!e!a b",
        "* a",
        "&\n",
        "@a",
        "a: b: c",
        "- - a\n - b",
        "[a, b",
        "{a, b",
        "[a b: c]",
        "a\n\n\nb: c",
        "a: b\u2028c\n",
        "a\r\nb\r\n...\n---\nc",
        "\ufeffa: b",
        "\ufeff\ufeffa: b",
        "a # b\n  # c\nd",
        "? a\n: b\n? c",
        "-\n-  a\n-\t- b",
        "a:\n- b\n -c",
    ],
)
def test_odd_texts_are_read_alike(text: str) -> None:
    assert events(OwnParser, text) == events(CParser, text)


def test_findings_are_the_same_without_libyaml() -> None:
    path = EXAMPLES / "broken" / "scheduler.yaml"
    call = f"from schedcfg.__main__ import main; import sys; sys.argv = ['schedcfg', 'validate', {str(path)!r}]; main()"
    with_it, without = (
        subprocess.run([sys.executable, "-c", first + call], cwd=ROOT, capture_output=True, text=True, check=False)
        for first in ("", "import sys; sys.modules['yaml._yaml'] = None; ")
    )
    assert with_it.stdout
    assert (without.stdout, without.returncode) == (with_it.stdout, with_it.returncode)

"""What the documentation says of the project itself: figures that are true, and lists that are the same everywhere."""

import re

from schedcfg.cli import group
from tests.conformance.recordings import HERE, read, read_command_lines
from tests.paths import ROOT


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_network_is_used_by_the_same_everywhere() -> None:
    found = re.search(r"Only `probe`.*?use the network", str(group.help))
    assert found is not None
    expected = set(re.findall(r"\bprobe\b|--[a-z-]+", found[0]))
    assert len(expected) > 1
    in_readme = re.search(r"Only\s+`--cluster`.*?use the network", page("README.md"), re.DOTALL)
    in_security = re.search(r"\*\*No network\*\*.*?Schemas", page("SECURITY.md"), re.DOTALL)
    assert in_readme is not None
    assert in_security is not None
    for sentence in (in_readme[0], in_security[0]):
        assert {name for name in expected if name in sentence} == expected


def test_as_many_answers_were_recorded_as_is_said() -> None:
    assert "More than eighty thousand" in page("docs/explanation/how-it-is-tested.md")
    verdicts = (path.name.removesuffix(".ndjson.xz") for path in HERE.glob("*.verdicts.ndjson.xz"))
    answers = sum(len(case.answers) for name in verdicts for case in read(name))
    answers += sum(len(line.answers) for line in read_command_lines(HERE / "command_lines.ndjson.xz"))
    assert answers > 80_000

"""Examples of rules about surroundings: folders whose files say themselves what is to be found, and where.

`# expect: <rule> <weight>, …` at the end of a line marks what starts in it; the weight is `refused`, `error`, `warning`
or `info`. `# kubernetes: 1.29` as the first line of a file is what `--kubernetes` names for the whole folder.
What is advised about configurations themselves is left out, as others test it; so is that a configuration is not here,
but for the examples of that rule.
"""

import re
from pathlib import Path
from typing import NamedTuple

from schedcfg.findings import FileReport, Finding, FindingClass
from schedcfg.rules.registry import advised_rules
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

FOLDER = Path(__file__).parent / "manifests"

_TESTED_ELSEWHERE = frozenset({"unseen-configuration", *(rule.id for rule in advised_rules())})
_MARK = re.compile(r"# expect: (?P<marks>.+)$")
_KUBERNETES = re.compile(r"# kubernetes: (?P<release>\S+)$")


class Expected(NamedTuple):
    """A finding: where it starts, which rule makes it, and what it weighs."""

    file: str
    line: int
    rule: str
    weight: str


def folders(rule: str, name: str) -> list[Path]:
    """List the examples of a rule that are called `failing`, `failing-…`, or `passing`, `passing-…`."""
    return [path for path in sorted((FOLDER / rule).glob(f"{name}*")) if path.name.partition("-")[0] == name]


def marked(folder: Path) -> list[Expected]:
    """List what the files of a folder are marked with."""
    return sorted(
        Expected(path.name, number, *mark.split())
        for path in _files(folder)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := _MARK.search(line))
        for mark in found["marks"].split(", ")
    )


def found(folder: Path) -> list[Expected]:
    """List what is found in a folder, as marks would tell it."""
    return sorted(
        Expected(Path(report.path).name, finding.start.line, finding.rule, _weight(finding))
        for report in reports(folder)
        for document in report.documents
        for finding in document.findings
        if finding.rule not in _TESTED_ELSEWHERE - {folder.parent.name}
    )


def reports(folder: Path) -> list[FileReport]:
    """Validate a folder as the command line does."""
    return list(validate_files([str(folder)], Options(_kubernetes(folder))))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".yaml", ".yml"})


def _kubernetes(folder: Path) -> str | None:
    firsts = [path.read_text(encoding="utf-8").partition("\n")[0] for path in _files(folder)]
    named = {found["release"] for first in firsts if (found := _KUBERNETES.match(first))}
    assert len(named) <= 1, f"{folder} names several releases"
    return next(iter(named), None)


def _weight(finding: Finding) -> str:
    return "refused" if finding.finding_class is FindingClass.REFUSED else finding.severity

"""The same release makes the same findings, however it was chosen: requested, named by a manifest, or assumed.

One that was only assumed may make them lighter: nobody's file is refused for it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from schedcfg.cards import files
from schedcfg.findings import FileReport, FindingClass, Severity
from schedcfg.rules.registry import every_rule
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.rules.case_files import all_cases
from tests.searching import IS_SEARCHING

pytestmark = pytest.mark.long

CASES = all_cases()
EVERY = 1 if IS_SEARCHING else 2
EXAMPLES = Path(__file__).parents[2] / "examples"
ABOUT_THE_CHOICE = {"image-release", "unknown-release"}
"""Rules about the release itself: that it was requested although the manifest names another one, or is not known."""


MORE_WHERE_CERTAIN = {"missing-rbac"}
"""Rules that advise less where a release is only assumed: what each possible one needs."""


class Found(NamedTuple):
    path: str
    document: tuple[int, str | None, str]
    line: int
    rule: str


Weight = tuple[bool, int]
"""Whether it is a fact, and how severe it is."""

WEIGHTS = {Severity.INFO: 0, Severity.WARNING: 1, Severity.ERROR: 2}


def found(reports: list[FileReport], release: str) -> dict[Found, Weight]:
    weights: dict[Found, Weight] = {}
    for report in reports:
        for document in report.documents:
            for one in document.findings if document.kubernetes == release else ():
                if one.rule in ABOUT_THE_CHOICE or one.message.endswith("is validated against " + release):
                    continue
                place = (document.number, document.key, document.owner)
                key = Found(report.path, place, one.start.line, one.rule)
                weight = one.finding_class is FindingClass.REFUSED, WEIGHTS[one.severity]
                weights[key] = max(weight, weights.get(key, weight))
    return weights


def differences(folder: Path) -> Iterator[tuple[str, Found]]:
    """Yield what is found one way only, in documents that are validated against the same release both ways."""
    chosen = list(validate_files([str(folder)], Options()))
    releases = {document.kubernetes for report in chosen for document in report.documents}
    for release in releases - {None}:
        assert release is not None
        requested = list(validate_files([str(folder)], Options(release)))
        others = {
            (report.path, document.number, document.key, document.owner)
            for report in chosen
            for document in report.documents
            if document.kubernetes != release
        }
        one, other = found(chosen, release), found(requested, release)
        heavier = {each for each in one.keys() & other.keys() if one[each] > other[each]}
        more = {each for each in other.keys() - one.keys() if each.rule in MORE_WHERE_CERTAIN}
        differing = ((one.keys() ^ other.keys()) - more) | heavier
        yield from ((release, each) for each in differing if (each.path, *each.document) not in others)


def test_examples_of_rules_about_configurations(tmp_path: Path) -> None:
    for rule in every_rule():
        for number, example in enumerate((rule.bad, rule.good)):
            for name, text in files(example).items() if example else ():
                path = tmp_path / rule.id / str(number) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    assert not [one for folder in tmp_path.iterdir() for one in differences(folder)]


@pytest.mark.parametrize("rule", sorted({case.rule for case in CASES}))
def test_cases(rule: str, tmp_path: Path) -> None:
    """Of each rule every second case is taken, from the first on; all of them when searching."""
    for number, case in enumerate([case for case in CASES if case.rule == rule][::EVERY]):
        if any(mark.place.rule == "unknown-release" for mark in case.marks):
            continue
        for file, text in case.texts.items():
            path = tmp_path / str(number) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", errors="surrogateescape")
        assert list(differences(tmp_path / str(number))) == [], case.name


def test_examples() -> None:
    assert not [one for path in EXAMPLES.iterdir() for one in differences(path)]


RIGHTS = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: packing, namespace: kube-system}
spec:
  selector: {matchLabels: {app: packing}}
  template:
    metadata: {labels: {app: packing}}
    spec:
      serviceAccountName: packing
      containers:
      - name: kube-scheduler
        image: example.com/scheduler:v7
        command: [kube-scheduler, --scheduler-name=packing, --leader-elect=false]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: packing}
rules:
- apiGroups: ["*"]
  resources: [nodes, pods, services, replicationcontrollers, replicasets, statefulsets]
  verbs: ["*"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: packing}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: packing}
subjects: [{kind: ServiceAccount, name: packing, namespace: kube-system}]
"""


def test_rights_that_an_assumed_release_needs(tmp_path: Path) -> None:
    """Which it needs differs between releases: those of the assumed one count, and not those that all of them need."""
    (tmp_path / "all.yaml").write_text(RIGHTS, encoding="utf-8")
    (report,) = validate_files([str(tmp_path)], Options())
    rights = [one for document in report.documents for one in document.findings if one.rule == "missing-rbac"]
    assert {document.kubernetes for document in report.documents} == {"1.21"}
    assert any("csidrivers" in one.message for one in rights)
    assert list(differences(tmp_path)) == []

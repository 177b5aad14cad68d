"""What people read about a migration: what needs a decision first, what has no effect in a line."""

from dataclasses import replace

import pytest

from schedcfg import FileMigration, Finding, FindingClass, Severity, Verdict
from schedcfg.commands.migrate import json_report
from schedcfg.commands.migrate import text as migration_text
from schedcfg.commands.migrate.results import (
    BehaviorDifference,
    DocumentMigration,
    MigrationStatus,
    Note,
    NoteKind,
    Proof,
)
from schedcfg.commands.migrate.text import Tally
from schedcfg.document import Position

HERE = Position(1, 1, 0)
WEIGHT = BehaviorDifference("default-scheduler.score.NodeAffinity", 1, 2, "v1beta3 has other defaults", matters=True)
ORDER = BehaviorDifference("default-scheduler.score.order", ["A"], ["B"], "the sum is the same", matters=False)
NOTES = (
    Note(NoteKind.CHANGED, "said", "`a` is `b` now", "a", "v1beta2 → v1beta3", 9),
    Note(NoteKind.PINNED, "default-weight", "NodeAffinity keeps weight 1", "profiles[0]", "v1beta2 → v1beta3", 7),
    Note(NoteKind.BY_HAND, "lock", "stop the other\x1b[31m scheduler first", "", "v1beta3 → v1"),
    Note(NoteKind.DIFFERS, "behaviour", f"{WEIGHT.path}: {WEIGHT.reason}", "", "v1beta2 → v1beta3"),
    Note(NoteKind.CHANGED, "said", "`c` is `d` now", "c", "v1beta3 → v1", 4),
)
PROOFS = (Proof("v1beta2", "v1beta3", "1.27", "1.27", ("1.26",), (ORDER,)), Proof("v1beta3", "v1", "1.28", "1.28"))
PLAIN = DocumentMigration(
    0, 1, "v1beta3", "v1", MigrationStatus.MIGRATED, validated_by="1.29", accepted_by=("1.25", "1.27", "1.28", "1.29")
)
TAKEN = "accepted by Kubernetes 1.25, 1.27-1.29"
DOCUMENT = replace(PLAIN, source="v1beta2", proofs=PROOFS, notes=NOTES)


def file(*documents: DocumentMigration) -> FileMigration:
    return FileMigration("a.yaml", Verdict.ACCEPTED, documents, text="old\n", migrated="new\n")


def said(one: FileMigration) -> str:
    return "".join(migration_text.render(one, colored=False))


def test_in_short() -> None:
    assert said(file(replace(DOCUMENT, notes=NOTES[:3] + NOTES[4:]))) == (
        "a.yaml: v1beta2 → v1beta3 → v1\n"
        "  by hand  stop the other\\x1b[31m scheduler first [lock]\n"
        "  pinned   line 7: NodeAffinity keeps weight 1 [default-weight]\n"
        "           with --adopt-defaults, the new defaults are used, and the changes are reported\n"
        "  changed  2 things are written as in the new version (lines 4, 9)\n"
        "  proven   same plugins, weights, args and settings by Kubernetes 1.27 (v1beta2 → v1beta3) "
        "and 1.28 (v1beta3 → v1)\n"
        "           only this differs, and has no effect: order of score\n"
        f"  {TAKEN}\n"
    )


def test_in_full() -> None:
    text = "".join(migration_text.render_in_full(file(replace(DOCUMENT, notes=NOTES[:1])), colored=False))
    assert text == (
        "a.yaml: v1beta2 → v1beta3 → v1\n"
        "  changed  line 9: `a` is `b` now [said]\n"
        "  proven   by Kubernetes 1.27 (v1beta2 → v1beta3), and the same by 1.26\n"
        "           default-scheduler.score.order: [A] → [B]: the sum is the same\n"
        "  proven   by Kubernetes 1.28 (v1beta3 → v1)\n"
        f"  {TAKEN}\n"
    )


def test_what_differs_is_said_once_and_with_values() -> None:
    proof = Proof("v1beta2", "v1beta3", "1.22", "1.21", (), (ORDER, WEIGHT))
    text = said(file(replace(DOCUMENT, notes=(NOTES[3],), proofs=(proof,))))
    assert text.splitlines()[1:3] == [
        "  differs  default-scheduler.score.NodeAffinity: 1 → 2: v1beta3 has other defaults",
        "  proven   everything else is the same by Kubernetes 1.21 before, 1.22 after (v1beta2 → v1beta3)",
    ]
    assert text.count(WEIGHT.reason) == 1


def finding(severity: Severity, finding_class: FindingClass = FindingClass.ADVISED) -> Finding:
    return Finding("x", finding_class, severity, "", "a\x1b[31m fault", None, HERE, HERE)


def test_errors_that_the_text_had_are_counted() -> None:
    findings = tuple(map(finding, (Severity.WARNING, Severity.ERROR, Severity.ERROR)))
    text = said(file(replace(PLAIN, findings=findings)))
    known = "2 errors that the text had before (x): see `schedcfg validate`"
    assert text == f"a.yaml: v1beta3 → v1\n  {TAKEN}\n  advised  {known}\n"


@pytest.mark.parametrize("status", [MigrationStatus.MIGRATED, MigrationStatus.UNCHANGED])
def test_errors_that_are_new_are_shown(status: MigrationStatus) -> None:
    unfit = replace(PLAIN, status=status, findings=(finding(Severity.ERROR),), new_errors=("x",))
    begun = "v1beta3 → v1" if status is MigrationStatus.MIGRATED else "v1 already"
    shown = f"a.yaml: {begun}\n  {TAKEN}\n  error    line 1 of the result: a\\x1b[31m fault [x]\n"
    one = file(unfit) if status is MigrationStatus.MIGRATED else replace(file(unfit), migrated=None)
    assert said(one) == shown
    assert "".join(migration_text.render_obstacles(one, colored=False)) == shown


def test_a_result_that_its_release_refuses() -> None:
    refusal = finding(Severity.ERROR, FindingClass.REFUSED)
    one = file(replace(PLAIN, validated_by="1.30", findings=(refusal,)))
    assert said(one).splitlines()[1:] == [
        f"  {TAKEN} only: 1.30, the newest that serves v1, does not start",
        "  refused  line 1 of the result: a\\x1b[31m fault [x]",
        "           choose the release that will run it: --kubernetes 1.30 also changes what that release needs",
    ]


def test_places_in_a_file_with_several_documents() -> None:
    still = replace(PLAIN, status=MigrationStatus.UNCHANGED)
    text = said(file(PLAIN, still, replace(PLAIN, number=2, line=30), replace(PLAIN, number=3, line=41, key="c.yaml")))
    assert [line for line in text.splitlines() if line != f"  {TAKEN}"] == [
        "a.yaml, line 1: v1beta3 → v1",
        "a.yaml, line 30: v1beta3 → v1",
        "a.yaml, c.yaml: v1beta3 → v1",
    ]


def test_a_refusal_shows_what_weighs_like_an_error() -> None:
    found = [
        Finding("x", FindingClass.ADVISED, severity, "", f"a {severity}", None, HERE, Position(1, 4, 3))
        for severity in Severity
    ]
    refused = DocumentMigration(0, 1, "v1beta3", "v1", MigrationStatus.REFUSED, findings=tuple(found))
    one = FileMigration("a.yaml", Verdict.REFUSED, (refused,), text="old\n")
    assert said(one) == "a.yaml:1:1: error[x]: a error\n  1 | old\n    | ^^^\n\n"
    only_info = replace(refused, findings=tuple(found[2:]))
    assert "a info" in said(replace(one, documents=(only_info,)))


def test_secrets_are_not_repeated() -> None:
    value = {"urlPrefix": "https://bob:hunter2@x", "tlsConfig": {"keyData": "hunter2"}, "weight": 1}
    difference = BehaviorDifference("extenders", None, [value], "why", matters=True)
    one = file(replace(DOCUMENT, proofs=(Proof("v1beta2", "v1", "1.25", "1.25", (), (difference,)),)))
    text = (
        said(one)
        + "".join(migration_text.render_in_full(one, colored=False))
        + "".join(json_report.render([one], Tally("v1")))
    )
    assert "hunter2" not in text
    assert "nothing → [{urlPrefix: https://***@x" in text


def test_the_summary() -> None:
    tally = Tally("v1")
    assert list(tally.lines()) == []
    for one in (file(DOCUMENT), file(DOCUMENT), FileMigration("b", Verdict.UNREADABLE, reason="x")):
        tally.count(one)
    assert list(tally.lines()) == [f"2 files migrated to v1, 1 could not be read; {TAKEN}"]


def test_the_summary_counts_what_does_not_fit() -> None:
    tally = Tally("v1")
    tally.count(file(DOCUMENT))
    tally.count(file(replace(DOCUMENT, accepted_by=("1.25", "1.26"))))
    assert list(tally.lines()) == ["2 files migrated to v1, of which 1 does not fit; accepted by Kubernetes 1.25"]
    tally.count(file(replace(DOCUMENT, accepted_by=("1.26",))))
    assert list(tally.lines()) == ["3 files migrated to v1, of which 2 do not fit; no release accepts all of them"]

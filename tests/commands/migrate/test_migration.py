"""`migrate` around its core: documents found, edits joined, files refused as a whole, targets understood.

What is migrated here needs nothing but another `apiVersion`; what the steps do is tested with them.
"""

import json
from dataclasses import replace

import pytest

from schedcfg import FileMigration, FindingClass, Role, UnknownTarget, Verdict, WrongFeatureGates, migrate
from schedcfg.commands.migrate import documents
from schedcfg.commands.migrate.migrate import migrate_file
from schedcfg.commands.migrate.results import MigrationStatus, obstacle
from schedcfg.document import parse_bytes
from schedcfg.document.edit import Edit
from schedcfg.document.edit.splices import applied
from schedcfg.document.span import Lines
from schedcfg.errors import EditConflict
from schedcfg.validation.options import Options

OLD = """\
# of the team
apiVersion: kubescheduler.config.k8s.io/v1beta3   # soon gone
kind: KubeSchedulerConfiguration
parallelism: 3  # é
"""
NEW = OLD.replace("v1beta3", "v1")
REFUSED = OLD.replace("3  # é", "0")
POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}  # kubescheduler.config.k8s.io/v1beta3\n"


def config_map(*texts: str, header: str = "|") -> str:
    values = "".join(
        f"  c{number}.yaml: {header}\n" + "".join(f"    {line}\n" for line in text.splitlines())
        for number, text in enumerate(texts)
    )
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: scheduler}}\ndata:\n{values}  other: text # c\n"


def statuses(file: FileMigration) -> list[str]:
    return [str(document.status) for document in file.documents]


def test_a_document() -> None:
    file = migrate(OLD, "v1")
    assert (file.verdict, file.status) == (Verdict.ACCEPTED, MigrationStatus.MIGRATED)
    assert file.migrated == NEW
    assert applied(OLD, file.edits) == NEW
    (document,) = file.documents
    assert (document.number, document.line, document.source, document.target) == (0, 2, "v1beta3", "v1")
    assert [(proof.source, proof.target, proof.kept) for proof in document.proofs] == [("v1beta3", "v1", True)]


def test_a_second_run_changes_nothing() -> None:
    file = migrate(NEW, "v1")
    assert (file.status, file.migrated, file.edits) == (MigrationStatus.UNCHANGED, None, ())
    assert statuses(file) == ["unchanged"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_several_documents(end: str) -> None:
    parts = (POD, OLD, config_map(OLD, NEW), POD, OLD)
    text = "---\n".join(parts).replace("\n", end)
    file = migrate(text, "v1")
    assert file.migrated == "---\n".join((POD, NEW, config_map(NEW, NEW), POD, NEW)).replace("\n", end)
    assert applied(text, file.edits) == file.migrated
    found = [(document.number, document.key, document.status.value) for document in file.documents]
    assert found == [
        (1, None, "migrated"),
        (2, "c0.yaml", "migrated"),
        (2, "c1.yaml", "unchanged"),
        (4, None, "migrated"),
    ]
    lines = text.split("\n")
    assert all("apiVersion" in lines[document.line - 1] for document in file.documents)


@pytest.mark.parametrize("header", ["|", "|-", "|+", "|2", "| # why"])
def test_a_literal_block_is_changed_in_place(header: str) -> None:
    assert migrate(config_map(OLD, header=header), "v1").migrated == config_map(NEW, header=header)


@pytest.mark.parametrize("written", [json.dumps(OLD), ">\n    " + OLD.replace("\n", "\n\n    ")])
def test_what_is_quoted_or_folded_is_refused_where_it_stands(written: str) -> None:
    text = f"{OLD}---\napiVersion: v1\nkind: ConfigMap\ndata:\n  c.yaml: {written}\n"
    file = migrate(text, "v1")
    assert (file.verdict, file.migrated, file.edits) == (Verdict.REFUSED, None, ())
    assert statuses(file) == ["migrated", "refused"]
    (finding,) = file.documents[1].findings
    assert (finding.rule, finding.severity, finding.finding_class) == ("quoted-configuration", "error", "advised")
    assert finding.start.line == 9
    assert text[finding.start.offset] == written[0]
    assert "literal block" in (finding.help or "")


def test_what_is_quoted_but_right_already_is_no_matter() -> None:
    text = f"apiVersion: v1\nkind: ConfigMap\ndata:\n  c.yaml: {json.dumps(NEW)}\n"
    assert migrate(text, "v1").status is MigrationStatus.UNCHANGED


def test_one_refused_document_keeps_the_whole_file() -> None:
    text = f"{OLD}---\n{REFUSED}"
    file = migrate(text, "v1")
    assert (file.verdict, file.migrated, file.edits, file.text) == (Verdict.REFUSED, None, (), text)
    refused = [finding for finding in file.documents[1].findings if finding.finding_class is FindingClass.REFUSED]
    assert [(one.rule, one.start.line) for one in refused] == [("number-not-allowed", 9)]


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("kind: KubeSchedulerConfiguration\napiVersion: [\n", "syntax", ""),
        (
            OLD + "profiles:\n{{- range .x }}\n- schedulerName: {{ .y }}\n{{- end }}\n",
            "unrendered-template",
            "Render the template",
        ),
        (OLD.replace("k8s.io/v1beta3", "k8s.io/v7"), "unknown-api-version", ""),
    ],
)
def test_what_cannot_be_read_is_refused_as_validate_does(text: str, rule: str, says: str) -> None:
    from schedcfg import validate

    file = migrate(text, "v1")
    assert (file.verdict, file.migrated) == (Verdict.REFUSED, None)
    (found,) = file.documents[0].findings
    (known,) = validate(text).documents[0].findings
    assert (found, found.rule) == (known, rule)
    assert says in (found.help or "")


def test_a_broken_text_behind_the_first_document_is_not_read() -> None:
    assert migrate(f"{OLD}---\na: [\n", "v1").migrated == f"{NEW}---\na: [\n"


def test_roles() -> None:
    assert migrate(POD, "v1").status is MigrationStatus.SKIPPED
    for role in (Role.CONFIG, Role.POLICY):
        file = migrate(POD, "v1", options=Options(role=role))
        assert file.status is MigrationStatus.REFUSED
        assert file.documents[0].findings
    assert migrate(OLD, "v1", options=Options(role=Role.POLICY)).status is MigrationStatus.REFUSED
    assert migrate(f"{OLD}---\n{REFUSED}", "v1", options=Options(role=Role.CONFIG)).migrated == f"{NEW}---\n{REFUSED}"
    assert migrate("", "v1", options=Options(role=Role.CONFIG)).status is MigrationStatus.REFUSED


def test_a_policy_has_to_say_that_it_is_one() -> None:
    (document,) = migrate("apiVersion: v1\nextenders: []\n", "v1beta2", options=Options(role=Role.POLICY)).documents
    assert (document.source, document.status) == ("Policy", MigrationStatus.REFUSED)
    assert [finding.rule for finding in document.findings] == ["missing-kind"]


@pytest.mark.parametrize(
    ("to", "kubernetes", "reached"),
    [
        ("v1", None, "v1"),
        ("kubescheduler.config.k8s.io/v1", None, "v1"),
        (None, "1.29", "v1"),
        (None, "v1.24.7", "v1beta3"),
        ("v1beta2", "1.24", "v1beta2"),
    ],
)
def test_targets(to: str | None, kubernetes: str | None, reached: str) -> None:
    assert migrate(NEW, to, kubernetes).documents[0].target == reached


@pytest.mark.parametrize(
    ("to", "kubernetes", "says"),
    [
        (None, None, "no target to migrate to"),
        ("v2", None, "not an API version"),
        ("", None, "not an API version"),
        ("v1beta2", "1.29", "1.29 does not serve v1beta2"),
        (None, "1.99", "newer than the newest"),
    ],
)
def test_targets_that_are_none(to: str | None, kubernetes: str | None, says: str) -> None:
    with pytest.raises(UnknownTarget, match=says) as error:
        migrate(OLD, to, kubernetes)
    assert error.value.help
    with pytest.raises(UnknownTarget, match=says):
        migrate_file(parse_bytes(b"\xff"), Options(kubernetes), path="-", to=to)


def test_gates_that_no_release_takes() -> None:
    with pytest.raises(WrongFeatureGates):
        migrate(OLD, "v1", options=Options(feature_gates={"NoSuchGate": True}))
    with pytest.raises(WrongFeatureGates):
        migrate(OLD, kubernetes="1.35", options=Options(feature_gates={"NoSuchGate": True}))


def test_a_gate_of_later_releases_does_not_stop_the_steps_before() -> None:
    assert migrate(OLD, kubernetes="1.35", options=Options(feature_gates={"GenericWorkload": True})).migrated == NEW


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_bytes_keep_their_encoding(encoding: str) -> None:
    raw = OLD.replace("\n", "\r\n").encode(encoding)
    file = migrate_file(parse_bytes(raw), Options(), path="-", to="v1")
    assert file.before == raw
    assert file.after == NEW.replace("\n", "\r\n").encode(encoding)


def test_big_endian_keeps_its_encoding() -> None:
    raw = b"\xfe\xff" + OLD.encode("utf-16-be")
    assert migrate_file(parse_bytes(raw), Options(), path="-", to="v1").after == b"\xfe\xff" + NEW.encode("utf-16-be")


def test_bytes_that_are_no_text() -> None:
    file = migrate_file(parse_bytes(OLD.encode().replace(b"\xc3", b"\xff")), Options(), path="-", to="v1")
    assert file.status is MigrationStatus.REFUSED
    assert [finding.rule for finding in file.documents[0].findings] == ["encoding"]


def test_an_edit_conflict_is_said_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The draft's own conflicts are its own tests' business; here one is made up, behind an edit."""

    def conflict(draft: object, _goal: object, _read: object) -> object:
        draft.replace(("apiVersion",), "longer than what stood there by a good deal, and more")  # type: ignore[attr-defined]
        at = draft.text.index("parallelism")  # type: ignore[attr-defined]
        raise EditConflict("an alias is in the way", "Write it out.", ("parallelism",), at, at + 11)

    monkeypatch.setattr(documents, "migrate", conflict)
    file = migrate(OLD, "v1")
    assert (file.status, file.migrated) == (MigrationStatus.REFUSED, None)
    (finding,) = file.documents[0].findings
    assert (finding.rule, finding.path, finding.help) == ("edit-conflict", "parallelism", "Write it out.")
    assert (finding.start.line, OLD[finding.start.offset : finding.end.offset]) == (4, "parallelism")


def test_edits_that_would_change_something_else_are_not_made() -> None:
    """No edit of a draft does so; here one is made up that leaves its document."""
    from typing import NamedTuple

    from schedcfg.commands.migrate.documents import MigratedDocument, joined
    from schedcfg.document import parse

    text = f"{POD}---\n{OLD}"

    class Draft(NamedTuple):
        data: object
        edits: tuple[Edit, ...]
        original: str

    (report,) = migrate(text, "v1").documents
    edits = migrate(text, "v1").edits
    begin = text.index("metadata")
    stray = Edit(Lines(text).span(begin, begin + len("metadata")), "lost")
    data = parse(NEW).documents[0].data
    for made, verdict in ((edits, Verdict.ACCEPTED), ((stray, *edits), Verdict.REFUSED), ((stray,), Verdict.REFUSED)):
        draft = Draft(data, made, text)
        file = joined("a", parse(text), Role.ANY, [MigratedDocument(report, draft)])  # type: ignore[arg-type]
        assert file.verdict is verdict
        assert (file.migrated is None) == (verdict is Verdict.REFUSED)
        assert [finding.rule for finding in file.documents[0].findings] == ["edit-conflict"] * (
            verdict is Verdict.REFUSED
        )


def test_what_is_said_of_the_new_text_is_placed_in_the_new_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made up: the first document gets shorter, and something is said of both."""

    text = f"{OLD}---\n{OLD}"
    real = documents.Migrator._document

    def with_finding(self: object, document: object, role: object) -> object:
        one = real(self, document, role)  # type: ignore[arg-type]
        new = one.draft.text  # type: ignore[union-attr]
        at = new.rindex("parallelism")
        span = Lines(new).span(at, at + 11)
        finding = obstacle("edit-conflict", (), "x", None, span)
        return one._replace(report=replace(one.report, findings=(finding,)))

    monkeypatch.setattr(documents.Migrator, "_document", with_finding)
    file = migrate(text, "v1")
    assert file.migrated is not None
    second = file.documents[1].findings[0]
    assert (second.start.line, file.migrated[second.start.offset : second.end.offset]) == (9, "parallelism")

"""What a fix has to prove before it stays, and what is reported for one that does not."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from schedcfg import declared, fix, releases, validate
from schedcfg.commands.validate import fix_attempts
from schedcfg.document import parse
from schedcfg.document.edit import Edit
from schedcfg.findings import Act, FileReport, FindingClass, Fix, Problem, Remedy, RemedyChange, Severity, Verdict
from schedcfg.fixing import Fixing, WhyLeft
from schedcfg.rules import registry
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, Subject, advice
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report
from tests import declared_findings
from tests.commands.validate.fix.rules_for_tests import added, removing, rule

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
V1 = tuple(reversed(releases.serving("v1")))


def disabling(*names: str, end: str = "") -> str:
    items = "".join(f"      - name: {name}\n" for name in names)
    return f"{HEAD}profiles:\n- plugins:\n    filter:\n      disabled:\n{items}{end}"


def fixing(report: FileReport) -> Fixing:
    assert report.fixing is not None
    return report.fixing


def left(report: FileReport) -> list[tuple[str, WhyLeft]]:
    return [(one.rule, one.why) for one in fixing(report).left]


def test_a_safe_fix_is_proven_by_every_release_that_serves_the_version() -> None:
    text = disabling("Nope", "VolumeZone")
    registry = declared(frozenset())
    (one,) = fixing(fix(text, options=Options(registry=registry))).made
    assert one.proven_by == V1
    (one,) = fixing(fix(text, "1.29", options=Options(registry=registry))).made
    assert one.proven_by == ("1.29",)


def test_the_same_entry_twice_goes_twice() -> None:
    report = fix(
        disabling("Nope", "Nope", "VolumeZone", "Nope"), "1.30", options=Options(registry=declared(frozenset()))
    )
    assert report.text == disabling("VolumeZone")
    assert [one.line for one in fixing(report).made] == [7, 8, 10]


def test_another_release_that_may_read_the_file_would_behave_otherwise() -> None:
    """EBSLimits went in 1.31: to disable it still means something to 1.30, and nobody said which release it is."""
    text = disabling("EBSLimits", "NodeVolumeLimits")
    report = fix(text)
    assert report.text == text
    assert left(report) == [("ineffective-disable", WhyLeft.UNPROVEN)]
    assert "1.30" in fixing(report).left[0].reason
    assert "1.31" not in fixing(report).left[0].reason
    assert fix(text, releases.NEWEST).text == disabling("NodeVolumeLimits")
    assert fix(text, unsafe=True).text == disabling("NodeVolumeLimits")


def test_nothing_is_proven_of_what_is_refused() -> None:
    text = disabling("ServiceAffinity", "VolumeZone", end="parallelism: 0\n")
    report = fix(text)
    assert (report.text, left(report)) == (text, [("ineffective-disable", WhyLeft.UNPROVEN)])
    report = fix(text, unsafe=True)
    assert report.text == disabling("VolumeZone", end="parallelism: 0\n")
    assert report.verdict is Verdict.REFUSED
    assert fixing(report).made[0].proven_by == ()


def test_a_guess_is_unsafe() -> None:
    text = disabling("VolumeZones")
    report = fix(text)
    assert (report.text, fixing(report)) == (text, Fixing(text))
    assert fix(text, unsafe=True).text == disabling("VolumeZone")


def test_a_rule_that_promises_too_much_is_reported() -> None:
    text = f"{HEAD}parallelism: 8\n"
    with added(rule("too-much", {"parallelism": removing("parallelism")})):
        for unsafe in (False, True):
            report = fix(text, unsafe=unsafe)
            assert (report.text, left(report)) == (text, [("too-much", WhyLeft.FAULT)])
            assert "parallelism" in fixing(report).left[0].reason
        assert fix(f"{HEAD}parallelism: 16\n").text == HEAD


def test_what_is_not_gone_afterwards_is_not_fixed() -> None:
    text = f"{HEAD}parallelism: 16\npodMaxBackoffSeconds: 10\n"
    with added(rule("wrong-field", {"parallelism": removing("podMaxBackoffSeconds")})):
        report = fix(text)
    assert (report.text, left(report)) == (text, [("wrong-field", WhyLeft.FAULT)])


def test_what_would_be_refused_does_not_stay() -> None:
    text = f"{HEAD}parallelism: 16\n"
    remedy = Remedy(
        "Break", (*removing("parallelism").changes, RemedyChange(Act.SET, ("podMaxBackoffSeconds",), 0)), "it breaks"
    )
    with added(rule("breaking", {"parallelism": remedy})):
        report = fix(text, unsafe=True)
    assert (report.text, left(report)) == (text, [("breaking", WhyLeft.CONFLICT)])
    assert "number-not-allowed" in fixing(report).left[0].reason


def test_two_rules_that_undo_each_other_come_to_an_end() -> None:
    text = f"{HEAD}enableProfiling: true\n"
    one, other = swapping("enableProfiling", "enableContentionProfiling")
    with added(one, other):
        report = fix(text)
    assert report.text == f"{HEAD}enableContentionProfiling: true\n"
    assert [made.rule for made in fixing(report).made] == ["swap-enableProfiling"]
    assert left(report) == [("swap-enableContentionProfiling", WhyLeft.FAULT)]


def swapping(*names: str) -> list[Rule[Subject]]:
    """Make rules that each put the other field in the place of theirs; both are true by default."""
    found = []
    for old, new in (names, reversed(names)):
        setting = RemedyChange(Act.SET, (new,), value=True)
        found.append(rule(f"swap-{old}", {old: Remedy("Swap", (*removing(old).changes, setting))}))
    return found


def test_one_fix_opens_the_way_for_another() -> None:
    """The first one would bring an error, as long as the second one has not been made: they are made together."""
    text = f"{HEAD}parallelism: 16\nenableProfiling: true\n"
    first = rule("first", {"parallelism": removing("parallelism")})
    first = first._replace(check=_only_alone(first))
    with added(first, rule("second", {"enableProfiling": removing("enableProfiling")})):
        report = fix(text)
    assert report.text == HEAD
    assert [one.rule for one in fixing(report).made] == ["first", "second"]
    assert fixing(report).left == ()


def _only_alone(rule_: Rule[Subject]) -> Callable[[Subject], Iterator[Problem]]:
    """Have a rule find an error as well, once its own finding is gone, as long as another field is there."""

    def check(subject: Subject) -> Iterator[Problem]:
        written = subject.decoded.shape.model_fields_set
        yield from rule_.check(subject)
        if "parallelism" not in written and "enable_profiling" in written:
            yield advice("first", (), "not yet", "Wait.", Severity.ERROR)

    return check


def test_a_change_of_a_manifest_is_unsafe(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: s}\nspec:\n  containers:\n  - name: kube-scheduler\n"
        "    image: registry.k8s.io/kube-scheduler:v1.30.0\n    command: [kube-scheduler, --v=2]  # kept\n"
    )
    path = ("spec", "containers", 0, "command", 1)

    def check(context: DeploymentContext) -> Iterator[Problem]:
        assert context.running is not None
        if context.running.flag("v") is not None:
            remedy = Remedy("Say nothing", (RemedyChange(Act.REMOVE, path),))
            yield advice("quiet", path, "it says too much", "Remove it.", remedy=remedy)

    real = registry.manifest_rules()
    monkeypatch.setattr(registry, "manifest_rules", lambda: (*real, Rule("quiet", "", "", "", check)))
    (found,) = [finding for finding in validate(text).documents[0].findings if finding.rule == "quiet"]
    assert found.fix is not None
    assert not found.fix.is_safe
    assert fix(text).text == text
    report = fix(text, unsafe=True)
    assert report.text == text.replace(", --v=2", "")
    assert [one.rule for one in fixing(report).made] == ["quiet"]
    # No list shows it.
    declared_findings.SEEN.discard(("quiet", "warning"))


def test_what_concerns_only_comments_needs_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even that the document is accepted."""
    comment = "# schedcfg: nothing"
    text = f"{HEAD}parallelism: 0  {comment}\n"

    def judged(validated: object, stream: object, *rest: object) -> FileReport:
        found = full_report(validated, stream, *rest)  # type: ignore[arg-type]
        at = stream.text.find(comment)  # type: ignore[attr-defined]
        (report,) = found.documents
        if at < 0:
            return found
        span = parse(text).comments[0].span
        removal = Fix("Remove the comment", is_safe=True, edits=(Edit(span, ""),))
        finding = replace(
            report.findings[0],
            rule="comment",
            finding_class=FindingClass.ADVISED,
            severity=Severity.WARNING,
            fix=removal,
        )
        report = replace(report, findings=(*report.findings, finding))
        return replace(found, documents=(report,))

    monkeypatch.setattr(fix_attempts, "full_report", judged)
    report = fix(text)
    assert report.text == f"{HEAD}parallelism: 0  \n"
    assert [one.proven_by for one in fixing(report).made] == [()]

"""One extender while it is being tried."""

from dataclasses import dataclass, field

from schedcfg.document.texts import without_login
from schedcfg.effective.model import Extender
from schedcfg.findings import Severity
from schedcfg.probe.extender.calling import Reply
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.question import url_of
from schedcfg.probe.extender.terms import Terms
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import Call, ExtenderTrial, Filtered, Scored, Verb
from schedcfg.results.probing import ProbeFinding, errors_first

_MILLION = 1_000_000


@dataclass(eq=False)
class OngoingTrial:
    """What is known of an extender so far.

    Attributes:
        number: Its place in `extenders`, from 0.
        line: Where it stands in the file; None where that is not known.
        extender: The extender, completed.
        interested: Whether kube-scheduler would ask it about the Pod.
        terms: How it is asked; None where no client can be built for it.
        findings: What is about it as a whole.
        broken: Whether its filter fails every Pod.
        is_open: Whether it is not known what its filter does: nobody asked, or not for as long as kube-scheduler.
    """

    number: int
    line: int | None
    extender: Extender
    interested: bool
    terms: Terms | None
    findings: list[ProbeFinding]
    calls: list[Call] = field(default_factory=list)
    passed: tuple[str, ...] | None = None
    filtered: tuple[Filtered, ...] = ()
    scored: tuple[Scored, ...] = ()
    broken: bool = False
    is_open: bool = False

    @property
    def asked_by(self) -> Terms:
        """How it is asked, where it can be."""
        assert self.terms is not None
        return self.terms

    def note(self, reply: Reply) -> None:
        """Keep a call with its findings in order."""
        self.calls.append(reply.call._replace(findings=errors_first(reply.call.findings)))

    def trial(self) -> ExtenderTrial:
        """Give what came of it."""
        return ExtenderTrial(
            number=self.number,
            line=self.line,
            url_prefix=without_login(self.extender.url_prefix),
            weight=self.extender.weight,
            timeout_milliseconds=self.extender.http_timeout / _MILLION,
            ignorable=self.extender.ignorable,
            interested=self.interested,
            is_open=self.is_open,
            calls=tuple(self.calls),
            passed=self.passed,
            filtered=self.filtered,
            scored=self.scored,
            findings=errors_first(self.findings),
        )


def skipped(extender: Extender, verb: Verb, why: str) -> Call:
    """Note a call that is not made."""
    return Call(verb, without_login(url_of(extender, verb)), names_only=extender.node_cache_capable, skipped=why)


def bind_skipped(include: frozenset[Verb], left: list[str] | None) -> str:
    """Say why a binder is not asked; empty where it is. Without `left`, kube-scheduler may not get as far as this."""
    if Verb.BIND not in include:
        return "it would really bind a Pod, and is asked only with `--include bind`"
    if left is None:
        return "the filters did not all answer as they should, and kube-scheduler would bind nothing"
    return "" if left else "no node is left to bind the Pod to"


def would_not_be_asked(left: int) -> ProbeFinding:
    """Say that upstream would not ask for scores."""
    how_many = "a single node" if left else "no node"
    return tell(
        Kind.WOULD_NOT_BE_ASKED,
        Severity.INFO,
        f"The filters leave {how_many}, for which kube-scheduler asks nobody for scores; this trial asks "
        "about all nodes",
        "Give more nodes (`--nodes`) to see how scores decide.",
    )

"""One fix made, and looked at: the text says what was meant, the finding is gone, and nothing came in its place."""

from collections import Counter
from typing import NamedTuple

from schedcfg.document import Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.apply import applied, merged
from schedcfg.document.edit.expected import same
from schedcfg.findings import WhyLeft
from schedcfg.operations.fixing.candidates import Candidate, errors_by_rule, findings_by_rule
from schedcfg.operations.fixing.reading import Reader, Reading
from schedcfg.operations.saying import Said, said

_NAMED = 3
"""How many of the things that would change are named."""


class Rejection(Exception):  # noqa: N818 - it says that a fix is not made, which is no error
    """A fix is not made.

    Attributes:
        why: Why.
        reason: The same in words, with what to do.
    """

    def __init__(self, why: WhyLeft, reason: str) -> None:
        super().__init__(reason)
        self.why = why
        self.reason = reason


class Made(NamedTuple):
    """A fix that can stay.

    Attributes:
        reading: The text with it.
        edits: What led there, in order.
        proven_by: The releases by which the scheduler behaves as before; empty where nothing was compared.
    """

    reading: Reading
    edits: tuple[Edit, ...]
    proven_by: tuple[str, ...]


def make(candidate: Candidate, before: Reading, reader: Reader) -> Made:
    """Make a fix.

    Raises:
        Rejection: if it cannot stay.
    """
    if not candidate.fix.edits:
        raise Rejection(WhyLeft.CONFLICT, "the text cannot be changed safely in this place")
    edits = merged(candidate.fix.edits)
    if not edits:
        raise Rejection(WhyLeft.FAULT, "its edits overlap")
    stream = parse(applied(before.text, edits))
    saying = said(stream, reader.role)
    trial = _Trial(candidate, before, edits, stream, saying)
    trial.check_meaning()
    is_only_comments = trial.says_the_same()
    if not is_only_comments:
        trial.check_comments()
    after = reader.judged(stream, saying)
    _check_findings(candidate, before, after)
    is_proof_needed = candidate.fix.is_safe and not is_only_comments
    return Made(after, edits, _proof(candidate, after, reader) if is_proof_needed else ())


class _Trial(NamedTuple):
    """A fix and the text that it gives."""

    candidate: Candidate
    before: Reading
    edits: tuple[Edit, ...]
    stream: Stream
    saying: Said

    def check_meaning(self) -> None:
        """See to it that the file says what the fix makes of the document alone, and nothing else that is new."""
        if not self.saying.is_same(self._meant()):
            raise Rejection(WhyLeft.CONFLICT, "the file would not be read as meant with it; make this change by hand")

    def _meant(self) -> Said:
        before, number, index = self.before.said, self.candidate.number, self.candidate.configuration
        if index is None:
            others = before.others | {number: self.saying.others.get(number)} if number in before.others else {}
            return before._replace(others=others or before.others)
        document = self.candidate.document
        alone = self._alone(self.edits)
        assert document is not None
        assert document.document is not None
        if document.document.index >= len(alone.documents):
            raise Rejection(WhyLeft.CONFLICT, "the document could not be read with it; make this change by hand")
        meant = list(before.configurations)
        meant[index] = alone.documents[document.document.index].data
        return before._replace(configurations=meant)

    def says_the_same(self) -> bool:
        """Tell whether only comments change."""
        if self.candidate.document is not None:
            return self.saying.is_same(self.before.said)
        return same(*([one.data for one in stream.documents] for stream in (self.before.stream, self.stream)))

    def check_comments(self) -> None:
        """See to it that all comments are kept, those inside a ConfigMap's value too."""
        kept = _comments(self.before.stream) == _comments(self.stream)
        if kept and self.candidate.document is not None:
            kept = _comments(self._alone(())) == _comments(self._alone(self.edits))
        if not kept:
            raise Rejection(WhyLeft.FAULT, "a comment would be lost or made")

    def _alone(self, edits: tuple[Edit, ...]) -> Stream:
        """Read the document alone, with edits."""
        document = self.candidate.document
        assert document is not None
        assert document.document is not None
        return parse(applied(document.document.text, edits))


def _comments(stream: Stream) -> Counter[str]:
    return Counter(comment.text for comment in stream.comments)


def _check_findings(candidate: Candidate, before: Reading, after: Reading) -> None:
    """See to it that the finding is gone, and that nothing is refused, or weighs as an error, that was not there."""
    key = (candidate.number, candidate.finding.rule)
    one, other = before.judged.report, after.judged.report
    why = WhyLeft.FAULT if candidate.fix.is_safe else WhyLeft.CONFLICT
    if findings_by_rule(other)[key] >= findings_by_rule(one)[key]:
        raise Rejection(why, "what it is to mend would still be found")
    new = errors_by_rule(other) - errors_by_rule(one)
    if new:
        rules = ", ".join(sorted({f"`{rule}`" for _, rule in new}))
        raise Rejection(why, f"{rules} would be found then")


def _proof(candidate: Candidate, after: Reading, reader: Reader) -> tuple[str, ...]:
    """Name the releases by which the scheduler behaves as before.

    Raises:
        Rejection: if it does not, or if nobody can tell and nobody asked for that.
    """
    index, document = candidate.configuration, candidate.document
    compared = None
    if index is not None and document is not None:
        compared = reader.prover.compare(document, after.judged.documents[index])
    if compared is None:
        if not reader.unsafe:
            raise Rejection(WhyLeft.UNPROVEN, _NOT_COMPARED)
        return ()
    if compared.different:
        names = ", ".join(compared.different[:_NAMED])
        raise Rejection(WhyLeft.FAULT, f"the scheduler would behave otherwise ({names})")
    if compared.elsewhere and not reader.unsafe:
        raise Rejection(WhyLeft.UNPROVEN, _ELSEWHERE.format(", ".join(compared.elsewhere)))
    return compared.same


_NOT_COMPARED = "the document is refused, so that nothing can be compared; mend that first, or use --unsafe-fixes"
_ELSEWHERE = (
    "with Kubernetes {}, which may read the file too, the scheduler would behave otherwise; "
    "name your release with --kubernetes, or use --unsafe-fixes"
)

"""A text as it is now, judged anew after each fix."""

from typing import NamedTuple

from schedcfg.document import Stream, parse
from schedcfg.operations.fixing.proving import Prover
from schedcfg.operations.role import Role
from schedcfg.operations.saying import Said, said
from schedcfg.operations.surroundings.stages import Stages
from schedcfg.operations.terms import Terms
from schedcfg.operations.validation import JudgedFile, judge_all


class Reading(NamedTuple):
    """A text as it is now.

    Attributes:
        stream: The text, read.
        said: What it says.
        judged: What is said about it.
    """

    stream: Stream
    said: Said
    judged: JudgedFile

    @property
    def text(self) -> str:
        """The text."""
        return self.stream.text


class Reader(NamedTuple):
    """Reads a text again and again, by the same rules.

    Attributes:
        kubernetes: The release to judge by; None: each document's own.
        stages: What is beside the file; None where that is not looked at.
        terms: How it is judged.
        prover: Compares what documents mean.
        unsafe: Whether what can change behaviour, or cannot be proven, is made too.
    """

    kubernetes: str | None
    stages: Stages | None
    terms: Terms
    prover: Prover
    unsafe: bool

    @property
    def role(self) -> Role:
        """What the text is taken for."""
        return self.terms.get("role", Role.ANY)

    def read(self, text: str) -> Reading:
        """Read a text and judge it."""
        stream = parse(text)
        return self.judged(stream, said(stream, self.role))

    def judged(self, stream: Stream, saying: Said) -> Reading:
        """Judge a text that was read."""
        return Reading(stream, saying, judge_all(stream, self.kubernetes, self.stages, self.terms))

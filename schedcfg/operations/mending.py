"""Mend in this file what can be mended."""

from typing import Unpack

from schedcfg.document import decode_text, encoding_of
from schedcfg.effective import OPEN
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport, Fixing
from schedcfg.operations.fixing.mending import mended
from schedcfg.operations.fixing.proving import Prover
from schedcfg.operations.fixing.reading import Reader
from schedcfg.operations.surroundings.stages import Stages
from schedcfg.operations.terms import Terms
from schedcfg.operations.validation import undecodable


def fix(text: str, kubernetes: str | None = None, *, unsafe: bool = False, **terms: Unpack[Terms]) -> FileReport:
    """Make the fixes of what `validate` finds in a text, each proven to leave what the scheduler does as it is.

    Args:
        text: The file's text.
        kubernetes: The release to judge by (`1.29`, `v1.29.3`), and the one by which behaviour is compared; None: the
            newest that serves the file's API version, and behaviour is compared by all that serve it.
        unsafe: Whether to make those too that can change behaviour, rest on a guess, or cannot be proven.
        terms: `world`, `role`, `path` and `feature_gates`, as in `validate`.

    Returns:
        The report on the text with the fixes, which is its `text`; `fixing` says what was done, and what was not.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
    """
    return mended(text, _reader(kubernetes, None, Terms(**terms), unsafe=unsafe))


def fix_bytes(
    raw: bytes,
    kubernetes: str | None = None,
    *,
    stages: Stages | None = None,
    unsafe: bool = False,
    **terms: Unpack[Terms],
) -> FileReport:
    """Make the fixes of a file's bytes; see `fix`. What is no text is refused, and stays as it is."""
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        return undecodable(error, kubernetes, terms.get("path", "-"))
    report = mended(text, _reader(kubernetes, stages, Terms(**terms), unsafe=unsafe))
    fixing = report.fixing or Fixing(text)
    return report._replace(fixing=fixing._replace(encoding=encoding_of(raw)))


def _reader(kubernetes: str | None, stages: Stages | None, terms: Terms, *, unsafe: bool) -> Reader:
    prover = Prover(terms.get("world", OPEN), terms.get("feature_gates"), kubernetes is not None)
    return Reader(kubernetes, stages, terms, prover, unsafe)

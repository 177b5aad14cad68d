"""Files made around a configuration: it is judged first, and nothing is made around one that its release refuses."""

from typing import Unpack

from schedcfg.document import parse
from schedcfg.effective import OPEN
from schedcfg.findings import Verdict
from schedcfg.generate.given import Given
from schedcfg.generate.maker import Maker
from schedcfg.generate.results import Generation
from schedcfg.operations import gates
from schedcfg.operations.judging import Judge
from schedcfg.operations.role import Role
from schedcfg.operations.terms import Terms

DEFAULT_NAME = "scheduler-config.yaml"
"""The name of a configuration's file where it has none."""


class Named(Terms, total=False):
    """How a configuration is read to make something around it.

    Attributes:
        name: The name that its file has beside the generated ones.
    """

    name: str


def generate_around(text: str, maker: Maker, kubernetes: str | None = None, **terms: Unpack[Named]) -> Generation:
    """Make files around a configuration.

    Args:
        text: The configuration.
        maker: Makes the files.
        kubernetes: The release that is to run it; None: the newest that serves its API version.
        terms: `name` is that of the configuration's file beside the generated ones (`scheduler-config.yaml`); `world`,
            `path` and `feature_gates` are as in `validate`.

    Returns:
        The files, sorted by path; none where the configuration is refused, or the maker finds an error.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with these gates.
    """
    feature_gates = terms.get("feature_gates")
    judge = Judge(gates.target(kubernetes, feature_gates), terms.get("world", OPEN), feature_gates)
    judged = judge.first(parse(text), Role.CONFIG)
    name = terms.get("name", DEFAULT_NAME)
    path = terms.get("path", name)
    if judged.configuration is None or judged.report.verdict is Verdict.REFUSED:
        return Generation((), judged.file_report(path, text))
    given = Given(name, text, judged.configuration)
    judged = judged.with_problems(maker.problems(given))
    report = judged.file_report(path, text)
    if any(finding.is_error for finding in judged.report.findings):
        return Generation((), report)
    return Generation(tuple(sorted(maker.files(given))), report, tuple(maker.remarks(given)), source=path)

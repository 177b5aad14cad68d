"""Files made around a configuration: it is judged first, and nothing is made around one that its release refuses."""

from schedcfg.document import parse
from schedcfg.document_validation import DocumentValidator
from schedcfg.findings import Verdict
from schedcfg.generate.given import Given
from schedcfg.generate.maker import Maker
from schedcfg.generate.results import Generation
from schedcfg.options import DEFAULT, Options
from schedcfg.sources.configurations import Role

DEFAULT_NAME = "scheduler-config.yaml"
"""The name of a configuration's file where it has none."""


def generate_around(
    text: str,
    maker: Maker,
    kubernetes: str | None = None,
    *,
    name: str = DEFAULT_NAME,
    path: str | None = None,
    options: Options = DEFAULT,
) -> Generation:
    """Make files around a configuration.

    Args:
        text: The configuration.
        maker: Makes the files.
        kubernetes: The release that is to run it; None: the newest that serves its API version.
        name: The name that the configuration's file has beside the generated ones.
        path: Its name in the report; None: the same.
        options: How it is judged, as in `validate`.

    Returns:
        The files, sorted by path; none where the configuration is refused, or the maker finds an error.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with these gates.
    """
    judged = DocumentValidator.of(options.by(kubernetes)).first(parse(text), Role.CONFIG)
    path = path or name
    if judged.configuration is None or judged.report.verdict is Verdict.REFUSED:
        return Generation((), judged.file_report(path, text))
    given = Given(name, text, judged.configuration)
    judged = judged.with_problems(maker.problems(given))
    report = judged.file_report(path, text)
    if any(finding.is_error for finding in judged.report.findings):
        return Generation((), report)
    return Generation(tuple(sorted(maker.files(given))), report, tuple(maker.remarks(given)), source=path)

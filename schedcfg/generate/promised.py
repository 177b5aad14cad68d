"""A generated configuration judged: by its release, and by what was asked for."""

from collections.abc import Iterator, Sequence

from schedcfg import releases
from schedcfg.document import parse
from schedcfg.document_validation import DocumentValidator, ValidatedDocument
from schedcfg.effective import Configuration, World, catalogue
from schedcfg.effective.needs import out_of_tree_plugins
from schedcfg.findings import FindingClass, Problem, Severity, Verdict
from schedcfg.generate.profile.composing import Planned, Request
from schedcfg.generate.profile.ground import Ground
from schedcfg.generate.profile.outcome import Outcome, as_planned
from schedcfg.generate.results import GeneratedFile, Generation
from schedcfg.plugins.catalogue import NETWORK_TRAFFIC, publishing
from schedcfg.rules import Subject
from schedcfg.rules.advised import undeclared_plugin
from schedcfg.sources.configurations import Role

_AS_ASKED = "as-asked"
_PROMISE = "preset-promise"


def generation(name: str, path: str, text: str, planned: Sequence[Planned], ground: Ground) -> Generation:
    """Give a generated text out, unless it is refused or does not do what was asked for.

    Args:
        name: The name of the file.
        path: What to call it in findings.
        text: What was generated.
        planned: The profiles that it should have, among others.
        ground: Where it will run.
    """
    judged = DocumentValidator(ground.release, ground.world).first(parse(text), Role.CONFIG)
    if judged.configuration is not None:
        judged = judged.with_problems(_problems(judged, planned, ground))
    report = judged.file_report(path, text)
    if judged.configuration is None or any(finding.is_error for finding in judged.report.findings):
        return Generation((), report)
    return Generation((GeneratedFile(name, text),), report, tuple(_remarks(judged.configuration)))


def world(requests: Sequence[Request]) -> World:
    """Make the world in which profiles are planned: what they name exists; of presets it is known whose code it is."""
    certain = frozenset(name for request in requests for name in request.preset.plugins)
    catalogues = {found.name for name in certain if (found := publishing(name)) is not None} - {NETWORK_TRAFFIC.name}
    return catalogue(*sorted(catalogues))._replace(declared=_declared(requests))


def _declared(requests: Sequence[Request]) -> frozenset[str]:
    """Name the out-of-tree plugins that are asked for: a name that some release has in-tree is none of them."""
    return frozenset(name for request in requests for name in request.plugins if not releases.having(name))


def _problems(judged: ValidatedDocument, planned: Sequence[Planned], ground: Ground) -> Iterator[Problem]:
    configuration = judged.configuration
    assert configuration is not None
    yield from _misspelt(judged, planned, ground)
    if judged.report.verdict is Verdict.REFUSED:
        return
    for request, plan in planned:
        profile = next(one for one in configuration.profiles if one.scheduler_name == request.scheduler_name)
        outcome = Outcome(configuration, profile, plan)
        for sentence in as_planned(outcome):
            yield _error(_AS_ASKED, sentence, profile.path)
        for sentence in request.preset.promise(outcome):
            yield _error(_PROMISE, f"this is no {request.preset.name} any more: {sentence}", profile.path)


def _misspelt(judged: ValidatedDocument, planned: Sequence[Planned], ground: Ground) -> Iterator[Problem]:
    """Yield names that were asked for and look like misspellings; naming one does not make it exist.

    Those that presets name are certain; about those that are gone from the release, the judge has told.
    """
    assert judged.configuration is not None
    assert judged.decoded is not None
    certain = {name for request, _ in planned for name in (*request.preset.plugins, *request.wishes.compiled_in)}
    gone = {name for request, _ in planned for name in request.plugins if releases.having(name)}
    subject = Subject(
        judged.configuration, judged.decoded, ground.world._replace(open=True, declared=frozenset(certain | gone))
    )
    yield from (found for found in undeclared_plugin.check(subject) if found.severity is Severity.ERROR)


def _error(rule: str, sentence: str, path: tuple[str | int, ...]) -> Problem:
    return Problem(rule, path, sentence, finding_class=FindingClass.ADVISED, severity=Severity.ERROR)


def _remarks(configuration: Configuration) -> Iterator[str]:
    names = sorted(out_of_tree_plugins(configuration))
    if names:
        yield f"the stock kube-scheduler does not start with this: its image must have {', '.join(names)} compiled in"

"""The completed configuration as a file that kube-scheduler reads, with what runs as comments."""

from collections.abc import Iterable, Iterator

from schedcfg.document import yaml_writer
from schedcfg.output.summary import Summary
from schedcfg.results.effective import DocumentMeaning, FileMeaning, Meaning, Running


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one YAML document per configuration; what has no meaning is a comment that says so."""
    separator = ""
    for meaning in meanings:
        summary.count(meaning.report)
        if not meaning.documents:
            yield f"# {meaning.path}: {meaning.verdict}: {meaning.reason}\n"
        for document in meaning.documents:
            yield separator + _document(meaning.path, document)
            separator = "---\n"


def _document(path: str, document: DocumentMeaning) -> str:
    report, meaning = document.report, document.meaning
    key = f" ({report.key})" if report.key is not None else ""
    if meaning is None:
        first = next(iter(report.findings), None)
        reason = "" if first is None else f": line {first.start.line}: {first.message}"
        return f"# {path}{key}: refused by Kubernetes {report.kubernetes}{reason}\n"
    head = f"# {path}{key}, completed as Kubernetes {meaning.kubernetes} does\n"
    return head + yaml_writer.write(meaning.configuration) + "".join(_comment(meaning))


def _comment(meaning: Meaning) -> Iterator[str]:
    for profile, points in meaning.plugins.items():
        yield f"# What {profile} runs, in order:\n"
        for point, running in points.items():
            yield f"#   {point}: {', '.join(map(_shown, running))}\n"


def _shown(running: Running) -> str:
    return f"{running.name} (weight {running.weight})" if running.weight else running.name

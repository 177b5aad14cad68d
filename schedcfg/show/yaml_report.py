"""The completed configuration as a file that kube-scheduler reads, with what runs as comments."""

from collections.abc import Iterable, Iterator

from schedcfg.document import yaml_writer
from schedcfg.effective.view import DocumentMeaning, FileMeaning, Meaning, Running
from schedcfg.models.field_order import in_api_order
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import printable
from schedcfg.show.diagram import refusal
from schedcfg.show.text import where


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one YAML document per configuration; what has no meaning is a comment that says so."""
    separator = ""
    for meaning in meanings:
        summary.count(meaning.report)
        if not meaning.documents:
            yield f"# {printable(f'{meaning.path}: {meaning.verdict}: {meaning.reason}')}\n"
        for document in meaning.documents:
            yield separator + _document(meaning, document)
            separator = "---\n"


def _document(file: FileMeaning, document: DocumentMeaning) -> str:
    meaning, place = document.meaning, where(file, document.report)
    if meaning is None:
        return f"# {place}: {refusal(document.report)}\n"
    head = f"# {place}, completed as Kubernetes {meaning.kubernetes} does\n"
    configuration = in_api_order(meaning.configuration, str(meaning.configuration["apiVersion"]).rpartition("/")[2])
    return head + yaml_writer.write(configuration) + "".join(_comment(meaning))


def _comment(meaning: Meaning) -> Iterator[str]:
    for profile, points in meaning.plugins.items():
        yield f"# What {printable(profile)} runs, in order:\n"
        for point, running in points.items():
            yield f"#   {point}: {', '.join(map(_shown, running))}\n"


def _shown(running: Running) -> str:
    name = printable(running.name)
    return f"{name} (weight {running.weight})" if running.weight else name

"""The completed configuration as a file that kube-scheduler reads, with what runs as comments."""

from collections.abc import Iterable, Iterator

from schedcfg.commands.effective.layout import named
from schedcfg.commands.effective.pictures import refusal
from schedcfg.configuration.effective.view import DocumentView, EffectiveView, FileView, Running
from schedcfg.document import yaml_writer
from schedcfg.document.texts import printable
from schedcfg.models.described import in_api_order
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary


def render(views: Iterable[FileView], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one YAML document per configuration; what has no meaning is a comment with the reason."""
    separator = ""

    def of_file(view: FileView) -> Iterator[str]:
        nonlocal separator
        if not view.documents:
            yield f"# {printable(f'{view.path}: {view.verdict}: {view.reason}')}\n"
        for document in view.documents:
            yield separator + _document(view, document)
            separator = "---\n"

    return each(views, of_file, summary)


def _document(file: FileView, document: DocumentView) -> str:
    view, place = document.view, named(file, document)
    if view is None:
        return f"# {place}: {refusal(document.report)}\n"
    head = f"# {place}, completed as Kubernetes {view.kubernetes} does\n" + "".join(_remarks(document))
    configuration = in_api_order(view.configuration, str(view.configuration["apiVersion"]).rpartition("/")[2])
    return head + yaml_writer.write(configuration) + "".join(_comment(view))


def _remarks(document: DocumentView) -> Iterator[str]:
    for flag in document.flags:
        yield f"# {flag.name} is set by {printable(flag.flag)}{'' if flag.line is None else f', line {flag.line}'}\n"
    yield from (f"# {printable(note)}\n" for note in document.notes)


def _comment(view: EffectiveView) -> Iterator[str]:
    for profile, points in view.plugins.items():
        yield f"# Plugins of {printable(profile)}, in running order:\n"
        for point, running in points.items():
            yield f"#   {point}: {', '.join(map(_shown_plugin, running))}\n"


def _shown_plugin(running: Running) -> str:
    name = printable(running.name)
    return f"{name} (weight {running.weight})" if running.weight else name

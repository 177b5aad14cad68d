"""Templates: texts that become YAML only when a tool such as Helm has filled them in."""

import os
from enum import StrEnum

from schedcfg.document import Defect, Stream
from schedcfg.document.defect import DefectKind
from schedcfg.document.syntax import RENDER, has_template
from schedcfg.patterns import pattern

_HELM = pattern(
    r"\{\{-?\s*+(?:(?:(?!\{\{)[^}\n])*?[\s(])?\.(?:Values|Release|Chart|Capabilities)\b|\{\{-?\s*(?:include|toYaml|tpl)\s"
)
"""What only Helm fills in: its objects and functions."""

_CHART, _FOLDER = "Chart.yaml", "templates"


class TemplateKind(StrEnum):
    """The tool that fills a template in, as far as its text shows it."""

    HELM = "Helm template"
    OTHER = "template"

    @property
    def help(self) -> str:
        """What to do with such a file."""
        return f"Validate the output of Helm: {RENDERED}." if self is TemplateKind.HELM else RENDER


RENDERED = "`helm template . | schedcfg validate -`"
"""The command that validates what Helm makes of a chart."""


def template_kind(stream: Stream, path: str = "") -> TemplateKind | None:
    """Return what fills a text in; None where it is no template.

    What has actions of a template language in quotes or in a block of text, and is YAML, is one only of Helm: others
    may be meant for a program that reads the values.

    Args:
        stream: The text, read.
        path: Where it lies; empty where that is not known.
    """
    if "{{" not in stream.text and "{%" not in stream.text:
        return None
    actions = [line for line in stream.text.splitlines() if has_template(line) and not line.lstrip().startswith("#")]
    is_chart = bool(path) and any("{{" in line for line in actions) and _is_in_chart(path)
    if is_chart or any(_HELM.search(line) for line in actions):
        return TemplateKind.HELM
    is_yaml = stream.error is None and not any(document.defects for document in stream.documents)
    return None if is_yaml or not actions else TemplateKind.OTHER


def _is_in_chart(path: str) -> bool:
    """Return whether a file lies below the `templates` of a Helm chart."""
    folder, name = os.path.split(os.path.dirname(os.path.abspath(path)))
    while name:
        if name == _FOLDER and os.path.isfile(os.path.join(folder, _CHART)):
            return True
        folder, name = os.path.split(folder)
    return False


def as_unreadable(stream: Stream, kind: TemplateKind) -> Stream:
    """Return the text of a template as one of which nothing can be read."""
    line = next(line for line in stream.text.splitlines() if has_template(line))
    start = stream.text.index(line)
    span = stream.source.lines.span(start + len(line) - len(line.lstrip()), start + len(line))
    message = f"this is a {kind}: its content is only known after it is rendered"
    return Stream(stream.source, (), Defect(DefectKind.TEMPLATE, message, span, (), kind.help))

"""Files of which nothing is read: templates, which a tool such as Helm fills in first, and code that contains texts."""

import os
import shlex
from collections.abc import Iterable, Iterator
from enum import StrEnum

from schedcfg.document import Defect, Stream
from schedcfg.document.defect import DefectKind
from schedcfg.document.syntax import RENDER, has_template, is_of_terraform
from schedcfg.document.texts import listing
from schedcfg.patterns import pattern
from schedcfg.sources.marks import contains_configuration, mentions_configuration, starts_scheduler

_HELM = pattern(
    r"\{\{-?\s*+(?:(?:(?!\{\{)[^}\n])*?[\s(])?\.(?:Values|Release|Chart|Capabilities)\b|\{\{-?\s*(?:include|toYaml|tpl)\s"
)
"""What only Helm fills in: its objects and functions."""

_GO = pattern(r"\{\{-?\s*(?:(?:range|if|with|end|define|template|block|else)\b|\.[A-Z]|\$)|\{\{-|-\}\}")
"""What Go's templates have, and Jinja does not."""

_CHART, _FOLDER = "Chart.yaml", "templates"
_MOST_CHARTS = 3
"""Charts that a hint names."""


def command_to_render(chart: str) -> str:
    """Return the command that validates what Helm makes of a chart."""
    return f"`schedcfg validate --render helm {shlex.quote(chart)}`"


class UnreadKind(StrEnum):
    """What a file is of which nothing is read, as far as its name and its text show it."""

    HELM = "Helm template"
    JINJA = "Jinja template"
    TERRAFORM = "Terraform template"
    GO = "Go template"
    TEMPLATE = "template"
    TERRAFORM_CODE = "Terraform file"
    GO_CODE = "Go source"
    CODE = "source file"
    SCRIPT = "script"
    MARKDOWN = "Markdown file"
    OTHER = "other file"

    @property
    def reason(self) -> str:
        """Why it is not read."""
        if self is UnreadKind.SCRIPT or self in _CODE.values():
            return f"this is a {self}: a configuration in it is only known after the code has run"
        return f"this is a {self}: its content is only known after it is rendered"

    def help(self, paths: Iterable[str]) -> str:
        """Return what to do with such files; of Helm's, those of a chart are rendered by its path."""
        charts = dict.fromkeys(filter(None, map(_chart_of, paths))) if self is UnreadKind.HELM else ()
        if charts:
            return f"Validate the output of Helm: {listing(list(map(command_to_render, charts)), _MOST_CHARTS)}."
        return _ADVICE.get(self, RENDER)


_CODE = {
    ".go": UnreadKind.GO_CODE,
    **dict.fromkeys((".tf", ".tofu"), UnreadKind.TERRAFORM_CODE),
    **dict.fromkeys((".cue", ".jsonnet", ".libsonnet", ".nix", ".py", ".ts"), UnreadKind.CODE),
}

_TEMPLATES = {
    ".j2": UnreadKind.JINJA,
    ".jinja": UnreadKind.JINJA,
    ".jinja2": UnreadKind.JINJA,
    ".tftpl": UnreadKind.TERRAFORM,
    ".gotmpl": UnreadKind.GO,
    ".tmpl": UnreadKind.GO,
    ".tpl": UnreadKind.GO,
    ".erb": UnreadKind.TEMPLATE,
}
"""Suffix → the template that such a file is, where its text does not show another."""

_MARKDOWN = (".md", ".markdown")
_SCRIPTS = (".sh", ".bash")

WITH_BLOCKS = (*_MARKDOWN, *_SCRIPTS)
"""What the names of files end in of which blocks are read."""

UNREAD_SUFFIXES = (*_CODE, *_TEMPLATES, *WITH_BLOCKS)
"""What the names of files end in that a search does not read, and that may contain a configuration all the same."""

_ACTIONS = ("{{", "{%", "{#", "%{", "${", "<%")
"""What begins an action of a template."""

_GO_ACTION = ("{{", "%{")
"""The same where the suffix may be of Go, Helm or Terraform: with nothing but `${…}`, it is YAML with placeholders."""

_NAME_IN_BRACES = pattern(r"[\s/:=]\{[A-Z][A-Z0-9_]{2,}\}")
"""What a script replaces by a value, `{K8S_SSL_PATH}/ca.pem`; in YAML it is a mapping, which nothing may follow."""

_ADVICE = {
    UnreadKind.TERRAFORM_CODE: "Validate its plan: `terraform plan -out plan && terraform show -json plan "
    "| schedcfg validate -`.",
    UnreadKind.GO_CODE: "Validate the file that the program writes, or a copy of its text.",
    UnreadKind.CODE: "Validate the file that the program writes, or a copy of its text.",
    UnreadKind.SCRIPT: "Validate what it writes; where it expands nothing, name it to validate its here-documents.",
    UnreadKind.MARKDOWN: "name one to validate its fenced blocks, or search such files: --suffix .md",
    UnreadKind.OTHER: "no whole configuration was found in what has its `apiVersion`: validate it in a file of its own",
}


def is_markdown(path: str) -> bool:
    """Return whether a file is Markdown by its name."""
    return path.lower().endswith(_MARKDOWN)


def is_rendered(path: str) -> bool:
    """Return whether a file is a template or a script by its name: what is used is what they make."""
    return path.lower().endswith((*_TEMPLATES, *_SCRIPTS))


def kind_by_name(path: str, text: str) -> UnreadKind | None:
    """Return what a file is by its name, if nothing of it is read; None for others, and templates without actions."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix in _CODE:
        return _CODE[suffix]
    if suffix in _SCRIPTS and contains_configuration(text.encode()):
        return UnreadKind.SCRIPT
    by_name = _TEMPLATES.get(suffix)
    actions = _GO_ACTION if by_name is UnreadKind.GO else _ACTIONS
    if by_name is None or not any(action in text for action in actions):
        return None
    return (_language(text) or by_name) if by_name is UnreadKind.GO else by_name


def kind_of_unread(path: str, raw: bytes) -> UnreadKind | None:
    """Return what a file is that a search does not read; None where nothing but its name is unusual."""
    if is_markdown(path):
        return UnreadKind.MARKDOWN
    if path.lower().endswith(_SCRIPTS) and starts_scheduler(raw):
        return UnreadKind.SCRIPT
    return kind_by_name(path, raw.decode("utf-8", "replace"))


def _language(text: str) -> UnreadKind | None:
    """Return whose actions a text has; None where that may be several."""
    if _HELM.search(text):
        return UnreadKind.HELM
    if any(map(is_of_terraform, text.splitlines())):
        return UnreadKind.TERRAFORM
    if "{%" in text:
        return UnreadKind.JINJA
    return UnreadKind.GO if _GO.search(text) else None


def template_kind(stream: Stream, path: str = "") -> UnreadKind | None:
    """Return what keeps a text from being read; None where nothing does.

    What has actions of a template language in quotes or in a block of text, and is YAML, is a template only of Helm, or
    by its name: others may be meant for a program that reads the values.

    Args:
        stream: The text, read.
        path: Where it lies; empty where that is not known.
    """
    text = stream.text
    if stream.blocks is not None:
        return None
    by_name = kind_by_name(path, text) if path.lower().endswith(UNREAD_SUFFIXES) else None
    if by_name is not None or not may_be_template(text):
        return by_name
    actions = [line for line in text.splitlines() if _has_action(line) and not line.lstrip().startswith("#")]
    is_chart = bool(path) and any("{{" in line for line in actions) and _is_in_chart(path)
    if is_chart or any(_HELM.search(line) for line in actions):
        return UnreadKind.HELM
    is_yaml = stream.error is None and not any(document.defects for document in stream.documents)
    return None if is_yaml or not actions else _language("\n".join(actions)) or UnreadKind.TEMPLATE


def unread_part(stream: Stream) -> UnreadKind:
    """Return why nothing was found in a text that contains a configuration: a part of it may be a template."""
    return _language(stream.text) or (UnreadKind.TEMPLATE if may_be_template(stream.text) else UnreadKind.OTHER)


def may_be_template(text: str) -> bool:
    """Return whether a text may have an action of a template that shows what it is."""
    # Most files have no brace at all, and one letter is found faster than two.
    if "{" not in text:
        return False
    return "{{" in text or "{%" in text or "%{" in text or _NAME_IN_BRACES.search(text) is not None


def _has_action(line: str) -> bool:
    return has_template(line) or _NAME_IN_BRACES.search(line) is not None


def _charts_above(path: str) -> Iterator[tuple[str, str]]:
    """Yield the Helm charts that a file is in, the innermost first: the folder, and which folder in it has the file."""
    folder, name = os.path.dirname(os.path.abspath(path)), ""
    while True:
        if os.path.isfile(os.path.join(folder, _CHART)):
            yield folder, name
        folder, name = os.path.split(folder)
        if not name:
            return


def _is_in_chart(path: str) -> bool:
    """Return whether a file lies below the `templates` of a Helm chart."""
    return any(name == _FOLDER for _, name in _charts_above(path))


def _chart_of(path: str) -> str:
    """Return the folder of the Helm chart that a file is in, as its path is written; empty where it is in none."""
    folder = next((folder for folder, _ in _charts_above(path)), "") if path else ""
    return folder if not folder or os.path.isabs(path) else os.path.relpath(folder)


def is_unreadable(stream: Stream) -> bool:
    """Return whether a text is known as one of which nothing can be read."""
    return stream.error is not None and stream.error.kind is DefectKind.TEMPLATE


def as_unreadable(stream: Stream, kind: UnreadKind, path: str = "") -> Stream:
    """Return the text of a file as one of which nothing can be read.

    Args:
        stream: The text, read.
        kind: What keeps it from being read.
        path: Where it lies; empty where that is not known.
    """
    start, line = _shown_line(stream.text)
    span = stream.source.lines.span(start + len(line) - len(line.lstrip()), start + len(line))
    unreadable = Stream(stream.source, (), Defect(DefectKind.TEMPLATE, kind.reason, span, (), kind.help([path])))
    unreadable.raw = stream.raw
    return unreadable


def _shown_line(text: str) -> tuple[int, str]:
    """Return the start of the line that shows what a file is, and the line: an action, a mention, or the first."""
    start, shown = 0, (0, text.partition("\n")[0])
    is_mentioned = False
    for line in text.splitlines(keepends=True):
        content = line.rstrip("\r\n")
        if _has_action(line):
            return start, content
        if not is_mentioned and mentions_configuration(line):
            shown, is_mentioned = (start, content), True
        start += len(line)
    return shown

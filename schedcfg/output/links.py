"""Where the documentation and upstream's code can be read.

What identifies a file and a finding, from one run to the next.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple, TypeVar
from urllib.parse import quote

import schedcfg
from schedcfg.document.span import is_long_line, source_line
from schedcfg.findings import DocumentReport, FileReport, Finding
from schedcfg.output.finding_text import well_formed
from schedcfg.output.guard import Counting, Failing, each
from schedcfg.output.json_writer import inert
from schedcfg.patterns import pattern

Result = TypeVar("Result", bound=Failing)

SITE = "https://schedcfg.readthedocs.io/en/stable/"

REPOSITORY = "https://github.com/schedcfg/schedcfg"
"""Where the project is to be published; pyproject.toml, README and docs name no other place."""

ISSUES = f"{REPOSITORY}/issues"
"""Where bugs are reported."""

IS_PUBLISHED = False
"""Whether `SITE` can be read. Until then nothing that is reported links there: `schedcfg explain` is named instead."""


def site() -> str | None:
    """Return where the documentation is; None where it cannot be read yet."""
    return SITE if IS_PUBLISHED else None


def download_address(name: str) -> str:
    """Return the address of a file of this version's release, whether it is published or not.

    Args:
        name: The file.
    """
    return f"{REPOSITORY}/releases/download/v{schedcfg.__version__}/{name}"


def rule_address(rule: str) -> str:
    """Return the address of a rule's page, as the site names its pages (`use_directory_urls: false` in mkdocs.yml).

    Args:
        rule: The rule's id.
    """
    return f"{SITE}rules/{rule}.html"


def rule_page(rule: str) -> str | None:
    """Return the address of a rule's page; None where it cannot be read yet.

    Args:
        rule: The rule's id.
    """
    return rule_address(rule) if IS_PUBLISHED else None


def plugin_section(plugin: str) -> str | None:
    """Return the address of what the reference of plugins has about one; None where it cannot be read yet.

    Args:
        plugin: Its name.
    """
    return f"{SITE}reference/plugins.html#{plugin.lower()}" if IS_PUBLISHED else None


def explained_by(name: str) -> str:
    """Return the command that explains a rule or a plugin, where there is no page about it yet.

    Args:
        name: The rule's id, or the plugin's name.
    """
    return f"schedcfg explain {name}"


_PATH = pattern(r"(?<![\w./-])(?P<path>[\w.-]+(?:/[\w.-]+)+\.go)\b(?: (?:up to|of) (?P<last>1\.\d+))?")
_GITHUB = "https://github.com"
_KUBERNETES = "kubernetes/kubernetes"
_OTHER = pattern(r"^(?P<before>[\w-]+/[\w-]+), | of (?P<behind>[\w-]+/[\w-]+|scheduler-plugins)\b")
"""How a source names another repository: before its paths, or behind them."""
_SHORT = {"scheduler-plugins": "kubernetes-sigs/scheduler-plugins"}
_OWN = ("pkg/", "cmd/", "plugin/", "staging/")
_STAGED = ("api/", "apimachinery/", "apiserver/", "client-go/", "component-base/", "kube-scheduler/")
"""Modules of their own that are kept in Kubernetes' repository, below `staging/src/k8s.io/`."""


def links(source: str, kubernetes: str | None) -> tuple[str, ...]:
    """List the addresses of the files that a rule's source names by their whole paths, each in its own repository.

    Args:
        source: As the rule says it: `pkg/scheduler/extender.go, makeTransport; pkg/scheduler/factory.go up to 1.22`,
            `pkg/trimaran/collector.go of scheduler-plugins`.
        kubernetes: The release whose branch of Kubernetes is meant where none is named; None: the main line.
    """
    return tuple(link for part in source.split("; ") for link in _in_part(part, kubernetes))


def _in_part(part: str, kubernetes: str | None) -> Iterator[str]:
    other = _OTHER.search(part)
    name = "" if other is None else other["before"] or other["behind"]
    repository = _SHORT.get(name, name)
    for match in _PATH.finditer(part):
        path = match["path"] if repository else _in_kubernetes(match["path"].removeprefix("k8s.io/"))
        if path and repository:
            yield in_repository(repository, path)
        elif path:
            yield f"{_GITHUB}/{_KUBERNETES}/blob/{_branch(match['last'] or kubernetes)}/{path}"


def in_repository(repository: str, path: str) -> str:
    """Return where a file of another repository than Kubernetes' own can be read, in its main line.

    Args:
        repository: Its owner and name: `kubernetes-sigs/scheduler-plugins`.
        path: The file, from the repository's top.
    """
    return f"{_GITHUB}/{repository}/blob/HEAD/{path}"


def _branch(release: str | None) -> str:
    return "master" if release is None else f"release-{release}"


def _in_kubernetes(path: str) -> str | None:
    if path.startswith(_OWN):
        return path
    return f"staging/src/k8s.io/{path}" if path.startswith(_STAGED) else None


_STDIN = "-"

STDIN_NAME = "stdin"
"""Represents standard input where a report must name a file."""


class FileName(NamedTuple):
    """A file as reports name it."""

    path: str  # With forward slashes; relative to the working directory where the file lies below it, else as given
    is_below: bool
    is_stdin: bool  # Whether it is none, but standard input

    @property
    def uri(self) -> str:
        """Its address: relative to the working directory where it lies below it, else absolute."""
        if self.is_below or self.is_stdin:
            return quote(os.fsencode(self.path))
        whole = _slashed(os.path.abspath(self.path))
        return "file://" + quote(os.fsencode(whole if whole.startswith("/") else f"/{whole}"))


def file_name(path: str) -> FileName:
    """Return the name of a file as reports write it.

    Args:
        path: As the user gave it; `-` is standard input.
    """
    if path == _STDIN:
        return FileName(STDIN_NAME, is_below=False, is_stdin=True)
    here = os.getcwd()
    whole = os.path.abspath(path)
    if whole.startswith(here.rstrip(os.sep) + os.sep):
        return FileName(_slashed(os.path.relpath(whole, here)), is_below=True, is_stdin=False)
    return FileName(_slashed(path), is_below=False, is_stdin=False)


def _slashed(path: str) -> str:
    return path.replace(os.sep, "/")


def line(data: object) -> str:
    """Write plain data as JSON on one line, in ASCII."""
    return inert(json.dumps(well_formed(data)))


def items(
    results: Iterable[Result], items_of: Callable[[Result], Iterable[object]], summary: Counting
) -> Iterator[str]:
    """Yield the items of a list as they come, each on a line of its own; the brackets are the caller's.

    Args:
        results: What a command makes of its files.
        items_of: Returns the items of one.
        summary: Counts what failed.
    """
    separator = "\n"
    for written in each(results, lambda result: map(line, items_of(result)), summary):
        yield separator + written
        separator = ",\n"


_INDEX = pattern(r"\[\d+]")


class Identity(NamedTuple):
    """What stays as long as the rule, the field and its line do.

    Lines and entries may come before it, wordings may change, and the release may be another.
    """

    rule: str
    key: str  # The key of a ConfigMap that contains the document; empty for none
    where: str  # The field, without numbers of entries: others may come before it
    line: str


def identity(finding: Finding, document: DocumentReport, text: str) -> Identity:
    """Return what identifies a finding within its file.

    Args:
        finding: The finding.
        document: The report that it is in.
        text: The file's text.
    """
    from schedcfg.document.secrets import Secrets  # noqa: PLC0415 - most files have no findings

    is_long = is_long_line(text, finding.start)
    is_hidden = is_long or Secrets.of(text).is_in_line(finding.start)
    line = "" if is_hidden else source_line(text, finding.start).strip()
    where = _INDEX.sub("[]", finding.entry)
    return Identity(finding.rule, document.key or "", where, line)


def digest(*parts: str) -> str:
    """Make 32 hexadecimal digits of texts."""
    return sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


class Marked(NamedTuple):
    """A finding of a file, with what identifies it."""

    document: DocumentReport  # Where it was found
    finding: Finding
    fingerprint: str  # 32 hexadecimal digits of its `Identity`, unique within the file


def marked(report: FileReport) -> Iterator[Marked]:
    """Yield the findings of a file with their fingerprints, in order."""
    seen: Counter[Identity] = Counter()
    for document in report.documents:
        for finding in document.findings:
            known = identity(finding, document, report.text or "")
            seen[known] += 1
            yield Marked(document, finding, digest(*known, str(seen[known])))

"""Which documents of a text are configurations and Policies, and what kube-scheduler never reads of them."""

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

from schedcfg.cards import Citation, RuleCard, v1_configuration
from schedcfg.document import Defect, Document, Span, Stream
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.sources.marks import mentions_configuration, names_scheduler
from schedcfg.sources.size import Size
from schedcfg.sources.templates import as_unreadable, is_unreadable, template_kind
from schedcfg.sources.type_meta import is_policy, read_type_meta

if TYPE_CHECKING:
    from schedcfg.sources.embedded import Embedded


class Role(StrEnum):
    """What a file is read as.

    `ANY`: scheduler configurations are looked for in it, other documents are skipped. `CONFIG`: it is the file given
    to `kube-scheduler --config`, whose first document must be a configuration. `POLICY`: it is the file given to
    `kube-scheduler --policy-config-file` (up to 1.22). `NAMED`: it was named, and no configuration was found in
    it: what it holds is reported instead.
    """

    ANY = "any"
    CONFIG = "config"
    POLICY = "policy"
    NAMED = "named"

    @classmethod
    def of(cls, *, as_config: bool, as_policy: bool) -> Self:
        """Return the role that the two options of the command line select."""
        return cls(cls.CONFIG if as_config else cls.POLICY if as_policy else cls.ANY)


_ID = "unread-document"
_HELP = "Put each configuration into a separate file."

FOLLOWED = Problem(
    _ID,
    (),
    "kube-scheduler only reads the first document of the file; everything after it is ignored",
    _HELP,
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
)
"""The finding for a configuration that more documents follow."""

FOLLOWING = Problem(
    _ID,
    (),
    "this is not the first configuration in the file, and kube-scheduler only reads the first document",
    _HELP,
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
)
"""The finding for a configuration that follows another."""


def broken_behind(error: Defect) -> Problem:
    """Report text that cannot be read behind a first document that can: kube-scheduler never looks at it."""
    return Problem(
        _ID,
        (),
        f"the rest of the file cannot be read, and kube-scheduler does not read it: {error.message}",
        error.help,
        finding_class=FindingClass.ADVISED,
        span=error.span,
    )


class FoundConfiguration(NamedTuple):
    """A configuration or Policy in a text, or what has to be read as one.

    Attributes:
        stream: The text that it was read from: the file's, or that of a value in another document.
        document: The document; None where the text could not be parsed, see `stream.error`.
        role: `CONFIG` or `POLICY`.
        notes: What else is to be reported about it.
        number: Its place among the documents of the file, from 0; of a value, that of the document it is in.
        key: The key of the ConfigMap that it is in, or its path in another document; None for a document.
        span: The whole value, where its own positions mean nothing in the file; None otherwise.
        host_text: The text of the file that the value is in; empty where it is in none.
        is_embedded: Whether it is a value in another document.
        owner: The object that it is in: `ConfigMap kube-system/scheduler`; empty where it is in none with a name.
        is_looked_through: Whether it is a named file without a configuration, of a kind in which some are looked for.
        runs_stock: Whether it is certain that the stock scheduler runs it, as a managed cluster's product does.
    """

    stream: Stream
    document: Document | None
    role: Role
    number: int
    notes: tuple[Problem, ...] = ()
    key: str | None = None
    span: Span | None = None
    host_text: str = ""
    is_embedded: bool = False
    owner: str = ""
    runs_stock: bool = False
    is_looked_through: bool = False

    @property
    def within(self) -> tuple[str, str]:
        """Where it is in its file: the object that it is in, and the key there."""
        return self.owner, self.key or ""


def find_configurations(stream: Stream, role: Role) -> tuple[FoundConfiguration, ...]:
    """Return the configurations and Policies of a text; with a role, the first document alone, whatever it is.

    Raises:
        UnreadableInput: if there is more in them than is validated.
    """
    size = Size(len(stream.text))
    # All are looked for first: where there is too much in them, none is validated in vain.
    configurations = tuple(_found_configurations(stream, role))
    for configuration in configurations:
        if configuration.document is not None and configuration.role in {Role.CONFIG, Role.POLICY}:
            size.add(configuration.document)
    return configurations


def _found_configurations(stream: Stream, role: Role) -> Iterator[FoundConfiguration]:
    if stream.blocks is not None and role is Role.ANY:
        for number, block in enumerate(stream.blocks):
            # Of an excerpt in Markdown, nothing but a configuration has to be whole.
            found_in = (
                one for one in _found_configurations(block, role) if one.document or mentions_configuration(block.text)
            )
            yield from (found._replace(number=number, is_embedded=True) for found in found_in)
        return
    is_known = is_unreadable(stream)
    template = template_kind(stream) if role in {Role.ANY, Role.NAMED} and not is_known else None
    if is_known:
        yield FoundConfiguration(stream, None, Role.CONFIG, 0)
    elif template is not None:
        yield FoundConfiguration(as_unreadable(stream, template), None, Role.CONFIG, 0)
    elif role is Role.NAMED:
        yield _instead(stream)
    elif role is not Role.ANY:
        yield first_configuration(stream, role)
    else:
        yield from _all_configurations(stream)


def _all_configurations(stream: Stream) -> Iterator[FoundConfiguration]:
    found = inside = 0
    for document in stream.documents:
        own_role = _role_of(document)
        # Nothing else is in what is a configuration itself.
        embedded = [] if own_role is Role.CONFIG else _inside(document, stream.text, inside)
        if embedded:
            inside += len(embedded)
            yield from (_embedded(one, document.index, stream) for one in embedded)
            continue
        if own_role is None:
            continue
        notes = [FOLLOWING] if found else []
        notes.extend(_unindented_keys(document))
        found += 1
        if stream.error is not None and document.index == 0:
            notes.append(broken_behind(stream.error))
        yield FoundConfiguration(stream, document, own_role, document.index, tuple(notes))
    if (
        stream.error is not None
        and not _starts_with_configuration(stream)
        and (found or mentions_configuration(stream.text) or names_scheduler(stream.text))
    ):
        yield FoundConfiguration(stream, None, Role.CONFIG, len(stream.documents))


def first_configuration(stream: Stream, role: Role) -> FoundConfiguration:
    """Return the first document of a text, whatever it is: kube-scheduler reads no other."""
    if not stream.documents and stream.error is not None:
        return FoundConfiguration(stream, None, role, 0)
    document = stream.documents[0] if stream.documents else Document.empty(stream.text)
    more = len(stream.documents) > 1 or stream.error is not None
    is_followed = more and read_type_meta(document.data).is_configuration
    return FoundConfiguration(stream, document, role, document.index, (FOLLOWED,) if is_followed else ())


def _instead(stream: Stream) -> FoundConfiguration:
    """Return what a file holds in place of a configuration: something else, or what was probably meant as one."""
    from schedcfg.sources.other_files import other_file  # noqa: PLC0415 - few files are named that are something else

    other = other_file(stream)
    if other is None:
        return first_configuration(stream, Role.CONFIG)
    document = stream.documents[0] if stream.documents else Document.empty("")
    return FoundConfiguration(
        stream, document, Role.NAMED, 0, (other.problem,), is_looked_through=other.is_looked_through
    )


def _role_of(document: Document) -> Role | None:
    """Return what a document is by itself; None if it is nothing that kube-scheduler reads."""
    # A Policy may have an apiVersion of the scheduler's group, and no kind.
    if is_policy(document.data):
        return Role.POLICY
    return Role.CONFIG if read_type_meta(document.data).is_configuration else None


def _inside(document: Document, text: str, before: int) -> "list[Embedded]":
    """List the configurations inside a document that is none, of a text in which some were found before."""
    from schedcfg.sources.embedded import configurations_in  # noqa: PLC0415 - most files are configurations themselves
    from schedcfg.sources.in_place import check_number  # noqa: PLC0415 - imported only where it is needed

    embeddeds = configurations_in(document)
    if embeddeds:
        check_number(before + len(embeddeds), text)
    return embeddeds


def _unindented_keys(document: Document) -> Iterator[Problem]:
    """Yield the key of a ConfigMap whose text begins in the first column, so that it took the ConfigMap's place."""
    data = document.data
    inner = data.get("data") if isinstance(data, dict) and "metadata" in data else None
    if inner is None:
        return
    from schedcfg.sources.config_map_texts import unindented_in  # noqa: PLC0415 - imported only where it is needed

    problem = unindented_in(inner, document, ("data",))
    if problem is not None:
        yield problem


def _embedded(embedded: "Embedded", number: int, host: Stream) -> FoundConfiguration:
    if embedded.excerpt is not None:
        stream = embedded.stream if embedded.stream.documents else host
        configuration = FoundConfiguration(stream, embedded.excerpt, Role.CONFIG, number, embedded.notes, embedded.key)
        return configuration._replace(span=embedded.span, host_text=host.text, is_embedded=True, owner=embedded.owner)
    role = Role.POLICY if embedded.is_policy else Role.CONFIG
    configuration = first_configuration(embedded.stream, role)
    return configuration._replace(
        notes=(*configuration.notes, *embedded.notes),
        number=number,
        key=embedded.key,
        span=embedded.span,
        host_text=host.text,
        is_embedded=True,
        owner=embedded.owner,
        runs_stock=embedded.runs_stock,
    )


def _starts_with_configuration(stream: Stream) -> bool:
    return bool(stream.documents) and _role_of(stream.documents[0]) is Role.CONFIG


CARDS = (
    RuleCard(
        id="unread-document",
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        lighter=(Severity.WARNING,),
        title="kube-scheduler does not read this document",
        why="It decodes the first document of its file and stops; the rest has no effect. A line `---` begins the next "
        "document, a line `...` ends the one before it.",
        source="k8s.io/apimachinery/pkg/runtime/serializer/json; cmd/kube-scheduler/app/options/configfile.go, "
        "loadConfigFromFile",
        evidence=(
            Citation(
                "https://github.com/kubernetes-sigs/scheduler-plugins/blob/903da7df82cb8794dda8f2d510ba1156111662dd/manifests/nodemetadata/scheduler-config.yaml",
                "several configurations in one file",
            ),
            Citation(
                "https://github.com/topolvm/topolvm/blob/83e3dcee2fd750e3c3f40f74faa90ced8e9676c7/docs/advanced-setup.md",
                "`...` for what is left out ends the document",
            ),
        ),
        bad=v1_configuration("""\
...
profiles:
  - schedulerName: batch
  - schedulerName: interactive
"""),
        good=v1_configuration("""\
profiles:
  - schedulerName: batch
  - schedulerName: interactive
"""),
    ),
)

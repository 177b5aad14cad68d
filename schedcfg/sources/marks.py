"""Marks by which scheduler configurations are recognized among other files, without parsing."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from schedcfg.models import TEST_KIND
from schedcfg.patterns import pattern
from schedcfg.releases.release import GROUP
from schedcfg.sources.type_meta import KIND, POLICY_KEYS, POLICY_KIND

if TYPE_CHECKING:
    from schedcfg.sources.products.product import Marks, Product

_IN_UTF_16 = b"\x00k\x00u"
_CONFIGURATION_MARKS = (GROUP.encode(), KIND.encode(), _IN_UTF_16, *(key.encode() for key in sorted(POLICY_KEYS)))
_MANIFEST_MARKS = (
    *(b"kube-scheduler", b"volume-scheduler", b"10259", b"10251", b"kubeScheduler:"),
    *(b"kustomize.config.k8s.io", b"\nresources:"),
    *(b"--algorithm-provider", b"--leader-elect-resource-name", b"--policy-config", b"--scheduler-name"),
    *(b"DeschedulerPolicy", b"deschedulerPolicy", b"cluster-autoscaler", b"scheduler-config-file"),
    *(b"karpenter.sh/v1", b"karpenter/controller", b"SCHEDULER_CONFIG", b"schedulerConfig"),
    *(b"resourceClaims", b"schedulingGroup", b"workloadRef", b"siderolabs/installer", b"talos.dev/"),
    b"scheduler-plugins/controller",
    TEST_KIND.encode(),
)
"""A scheduler's program, image or role; the ports at which a scheduler is probed, or scraped, and its key in the values
of a chart that does; kustomize; flags that show a renamed kube-scheduler; a policy of the descheduler;
cluster-autoscaler, and its flag; Karpenter, its NodePools, and what it is given to know of the scheduler; what Pods ask
of a single plugin; the installer of Talos, whose releases have known faults; the controller of scheduler-plugins; tests
that say where Pods go. A
kustomization may name neither kind nor version; its `resources` are at the top, unlike those of the containers in
nearly every workload."""
_NAMED_SCHEDULER = pattern(
    rb"""schedulerName(?<!f:schedulerName)(?!["'\\]*\s*:\s*(?:["'\\]*default-scheduler["'\\]*\s*[,}\n]|\{\s*["}]))"""
)
"""A workload that names a scheduler: not what the API server writes into each Pod that names none, nor into its managed
fields, and not the schema of that field. Dumps of clusters are large, and have all three."""
_CONFIG_FLAG = pattern(rb"--config(?![\w.-])")
"""The flag by which a program may get a scheduler's configuration; others have `--config.file`, or `--config-map`."""
_OF_SCHEDULER = pattern(rb"schedul(?<!unschedul)(?!erName|er(?<=default-scheduler)(?![\w-]))")
"""A word for a scheduler: not those that the API server writes into Pods and nodes."""
_KARPENTER, _CHART_OF_KARPENTER = b"karpenter", pattern(rb"""\bchart["']?:\s*["']?(?:[\w.-]+/)?karpenter\b""")
"""Where Flux or Argo CD install Karpenter; its labels are in many files."""
_LONGEST_BY_HAND = 1 << 20
"""Bytes of a file, as of a ConfigMap: a longer one was printed from a cluster, with all that runs there."""
_STARTING_MARKS = (b"--config", b"extraArgs", b"extra_args", b"configMapGenerator")
"""In files that start a scheduler with a configuration of another file: the flag, where many products have flags, and
what makes a ConfigMap of files. Configurations have none of them."""
_FIRST_MARK = b"resources:"
_SCHEDULER, _SCHEDULER_NAME = b"scheduler", b"schedulerName"
_KEY = pattern(rb"""[\s{,]["']?scheduler["']?[ \t]*:""")
"""The key of products, which many other files have as well."""
_RELATED_MARKS = (b"rbac.authorization.k8s.io", b"ConfigMap", b"Kustomization")
"""Beside the word itself: roles and bindings, ConfigMaps, and what kustomize makes of files."""
_POLICY_KIND = pattern(rf"""[kK]ind["']?\s*:\s*["']?{POLICY_KIND}\b""")
_POLICY_KEY = pattern(rf"""\b(?:{"|".join(sorted(POLICY_KEYS))})["']?\s*+:""")
"""A key of a Policy; others have it as a word only, as the configuration of Volcano names its plugin `predicates`."""
_POLICY_KIND_IN_BYTES = pattern(_POLICY_KIND.pattern.encode())


class _MarksOfProducts(NamedTuple):
    """What is in files of any product."""

    fields: tuple[bytes, ...]
    flags: tuple[bytes, ...]
    settings: tuple[bytes, ...]
    release: tuple[bytes, ...]
    taking: tuple[bytes, ...]  # In files of those that take any configuration beside them, without naming its file
    # Words that are all beside the key `scheduler`, where that has flags, or fields of a configuration
    beside_flags: frozenset[tuple[bytes, ...]]
    beside_fields: frozenset[tuple[bytes, ...]]


def _products() -> "tuple[Product, ...]":
    """Return all products, which are imported only where a file has no other mark."""
    from schedcfg.sources.products import products  # noqa: PLC0415 - 25 files

    return products()


@cache
def _of_products() -> _MarksOfProducts:
    all_marks = [product.marks for product in _products()]
    return _MarksOfProducts(
        fields=_in_bytes(mark for marks in all_marks for mark in marks.fields),
        flags=_in_bytes(mark for marks in all_marks for mark in marks.flags),
        settings=_in_bytes(mark for marks in all_marks for mark in marks.settings),
        release=_in_bytes(mark for marks in all_marks for mark in marks.release),
        taking=_in_bytes(form.group for one in _products() if one.takes_objects for form in one.documents),
        beside_flags=frozenset(_in_bytes(marks.flags_beside_key) for marks in all_marks) - {()},
        beside_fields=frozenset(_in_bytes(marks.fields_beside_key) for marks in all_marks) - {()},
    )


def _in_bytes(marks: Iterable[str]) -> tuple[bytes, ...]:
    """Return some marks as they are in files, each once."""
    return tuple(dict.fromkeys(mark.encode() for mark in marks))


def _has_one(raw: bytes, marks: Iterable[bytes]) -> bool:
    return any(mark in raw for mark in marks)


def may_hold_configuration(raw: bytes) -> bool:
    """Return whether a scheduler configuration or legacy Policy may be in a file."""
    return _has_mark_of_configuration(raw) and not _has_definitions_only(raw)


def _has_mark_of_configuration(raw: bytes) -> bool:
    if _has_one(raw, _CONFIGURATION_MARKS):
        return True
    if _has_mark_of_fields(raw):
        return True
    # Most manifests contain the kind's name somewhere (`imagePullPolicy`), and few files are worth a closer look.
    return POLICY_KIND.encode() in raw and _POLICY_KIND_IN_BYTES.search(raw) is not None


def _has_mark_of_fields(raw: bytes) -> bool:
    return _has_one(raw, _of_products().fields) or _has_key_beside(raw, _of_products().beside_fields)


_WRITTEN = pattern(rb"""(?m)^[^#\n]*apiVersion["'\\]*\s*[:=]\s*["'\\]*""" + re.escape(GROUP.encode()) + rb"/")


def contains_configuration(raw: bytes) -> bool:
    """Return whether a configuration is written somewhere in a file, as code, a template or a document contains it."""
    return GROUP.encode() in raw and _WRITTEN.search(raw) is not None


_STARTED = pattern(
    rb"""(?m)^[ \t]*+(?:ExecStart=\S*\bkube-scheduler\b|KUBE_SCHEDULER_(?:ARGS|OPTS|FLAGS)=|"""
    rb"""(?:(?:exec|sudo)[ \t]+)?(?:-[ \t]+)?["'\[]*(?:[\w./-]+/)?kube-scheduler["']?"""
    rb"""[\s,\\]+(?:-[ \t]+)?["']?--[a-z]"""
    rb"""|[^#\n]*\bhyperkube["']?[\s,\\]+(?:-[ \t]+)?["']?(?:kube-)?scheduler["']?[\s,\\]+(?:-[ \t]+)?["']?--[a-z])"""
)
"""A unit of systemd that starts the program or has its flags; a command that begins with the program, or with
`hyperkube` and its name, and a flag."""


def starts_scheduler(raw: bytes) -> bool:
    """Return whether a command with which kube-scheduler starts is written somewhere in a file."""
    return _SCHEDULER in raw.lower() and _STARTED.search(raw) is not None


def contains_fields(raw: bytes) -> bool:
    """Return whether fields of a configuration are written in a text as a product's document has them.

    The text may be a template: neither it nor the document has to be whole.
    """
    return _has_mark_of_fields(raw) and any(one.search(raw) for one in _fields_as_written())


@cache
def _fields_as_written() -> tuple[re.Pattern[bytes], ...]:
    """Return how documents with such fields are recognized: by their kind, or by the last keys above the fields."""
    forms = [form for product in _products() for form in product.documents if form.fields]
    kinds = "|".join(kind for form in forms for kind in form.kinds)
    paths = {part.host[-2:] for form in forms if not form.kinds for part in form.fields}
    keys = "|".join(sorted(str(path[0]) for path in paths if len(path) == 1))
    written = [rf"""(?m)^[ \t]*kind:[ \t]+["']?(?:{kinds})["']?[ \t]*\r?$""", rf"(?m)^(?:{keys}):"]
    written += [_second_below(*map(str, path)) for path in paths if len(path) > 1]
    return tuple(pattern(one.encode()) for one in written)


def _second_below(first: str, second: str) -> str:
    """Return a pattern of a key anywhere in the mapping of another one."""
    line = rf"(?P=above)[ \t]++(?!{second}:)[^\n]*\n|[ \t]*\r?\n"
    return rf"(?m)^(?P<above>[ \t]+){first}:[ \t]*\r?\n(?>(?:{line})*)(?P=above)[ \t]+{second}:"


def may_hold_manifests(raw: bytes) -> bool:
    """Return whether a configuration, or a manifest that has to do with schedulers, may be in a file."""
    # What a configuration begins with is the first mark that is looked for: most files that are worth a look end here.
    return may_hold_configuration(raw) or _mentions_manifests(raw)


# Each begins with a line break, which is found faster than the beginning of a line.
_TOP_KIND = pattern(rb"\n(?:kind:[ \t]*+(\S++)|[{\[])")
_BETWEEN_DOCUMENTS = pattern(rb"\n---(?=\s)")
_CONTENT = pattern(rb"(?:\A|\n)[ \t]*+[^\s#]")
_DEFINITION = b"CustomResourceDefinition"


def _has_definitions_only(raw: bytes) -> bool:
    """Return whether all that a file has are definitions of resources: long schemas that name many fields of Pods."""
    if _DEFINITION not in raw:
        return False
    parts = filter(_CONTENT.search, _BETWEEN_DOCUMENTS.split(b"\n" + raw.replace(b"\r", b"\n")))
    return all({kind[1] for kind in _TOP_KIND.finditer(part)} == {_DEFINITION} for part in parts)


def _mentions_manifests(raw: bytes) -> bool:
    has_mark = (
        raw.startswith(_FIRST_MARK)
        or _has_one(raw, _MANIFEST_MARKS)
        or _NAMED_SCHEDULER.search(raw) is not None
        or (_KARPENTER in raw and _CHART_OF_KARPENTER.search(raw) is not None)
        or (_CONFIG_FLAG.search(raw) is not None and not _is_dump_of_others(raw))
        or _has_mark_of_product(raw)
    )
    return has_mark and not _has_definitions_only(raw)


def _is_dump_of_others(raw: bytes) -> bool:
    """Return whether a file was printed from a cluster, and nothing in it is called a scheduler.

    Flags such as `--config` are those of other programs there: a closer look would take a second for 5 MiB.
    """
    return len(raw) > _LONGEST_BY_HAND and _OF_SCHEDULER.search(raw) is None


def _has_mark_of_product(raw: bytes) -> bool:
    marks = _of_products()
    return _has_one(raw, (*marks.flags, *marks.settings)) or _has_key_beside(raw, marks.beside_flags)


def _has_key_beside(raw: bytes, beside: frozenset[tuple[bytes, ...]]) -> bool:
    """Return whether a text has the key `scheduler`, and all words of one group: first a cheap look."""
    has_words = _SCHEDULER in raw and any(all(word in raw for word in words) for words in beside)
    return has_words and _KEY.search(raw) is not None


def may_concern_schedulers(raw: bytes) -> bool:
    """Return whether a file may concern a scheduler that another file of its folder runs."""
    has_mark = (
        (_SCHEDULER in raw and not _is_dump_of_others(raw))
        or _has_one(raw, _RELATED_MARKS)
        or _has_one(raw, (*_of_products().taking, *_of_products().release))
    )
    return (has_mark and not _has_definitions_only(raw)) or may_hold_manifests(raw)


def may_run_scheduler(raw: bytes) -> bool:
    """Return whether a file may have a scheduler, or a configuration of one: more than Pods that name theirs."""
    return _SCHEDULER in raw.replace(_SCHEDULER_NAME, b"") or may_hold_configuration(raw)


def may_start_scheduler(raw: bytes) -> bool:
    """Return whether a file may start a scheduler with a configuration that is in another file."""
    if _has_one(raw, _STARTING_MARKS):
        return not _is_dump_of_others(raw)
    return not _is_one_configuration(raw) and (_has_one(raw, _of_products().flags) or may_take_configurations(raw))


_TOP_GROUP = pattern(rb"(?>(?:[ \t]*+(?:#[^\n]*+)?\n)*)apiVersion:[ \t]++" + re.escape(GROUP.encode()) + rb"/")


def _is_one_configuration(raw: bytes) -> bool:
    """Return whether a file is certainly one configuration and nothing else, as most are that are validated."""
    return _TOP_GROUP.match(raw) is not None and b"\n---" not in raw


def may_take_configurations(raw: bytes) -> bool:
    """Return whether a file may be of a product that takes any configuration beside it, without naming its file."""
    return bool(raw) and _has_one(raw, _of_products().taking)


def large_file_may_hold_configuration(path: str) -> bool:
    """Return the same of a file that is too large to be read at once; True where it cannot be read."""
    try:
        with open(path, "rb") as file:
            marks = (*_CONFIGURATION_MARKS, *_of_products().fields)
            return any(_has_one(part, marks) or _POLICY_KIND_IN_BYTES.search(part) for part in _parts(file))
    except OSError:
        return True


_PART, _OVERLAP = 1 << 20, 256
"""Bytes that are looked at together, and those that two parts share: no mark is longer."""


def _parts(file: BinaryIO) -> Iterator[bytes]:
    """Yield the parts of a file; not mapped into memory, as one that shrinks would then end the process."""
    end = b""
    while part := file.read(_PART):
        yield end + part
        end = part[-_OVERLAP:]


def mentions_manifests(text: str) -> bool:
    """Return whether a text names what only manifests that have to do with schedulers name."""
    return _mentions_manifests(text.encode("utf-8", "surrogatepass"))


def mentions_product(text: str) -> bool:
    """Return whether a text has a mark of a document in which a product gives its scheduler flags."""
    return _has_mark_of_product(text.encode("utf-8", "surrogatepass"))


def mentions_product_option(text: str) -> bool:
    """Return whether a command in a text may give a product flags of kube-scheduler."""
    return any(option.option in text for product in _products() for option in product.options)


def mentions_configuration(text: str) -> bool:
    """Return whether a text names the group or the kind of scheduler configurations."""
    return GROUP in text or KIND in text


def may_contain_configuration(text: str) -> bool:
    """Return whether a text may have a configuration somewhere: it names the kind, or has the keys of a product."""
    if mentions_configuration(text):
        return True
    keys = (product.marks.fields_beside_key for product in _products())
    return "scheduler:" in text and any(names and all(f"{name}:" in text for name in names) for names in keys)


_NAMING = pattern(
    r"\bkube-scheduler\b|\bvolume-scheduler\b|--policy-config(?:file|map)"
    r"|--(?:config|policy-config-file)[= ]\S*scheduler"
)
"""The program, its role, and flags that only a scheduler gets."""
_OF_POLICY = pattern(r"""\b(?:predicates|priorities|extenders)["']?\s*:[\s\[{-]*["']?(?:name|urlPrefix)\b""")
"""A list of a Policy; routes of gateways have `predicates`, too."""
_COMMENT_LINE = pattern(r"(?m)^[ \t]*#.*$")
_BEGINNING = pattern(r"""\s*+(?:---(?:\s|$)|%YAML|-\s|\{|\[\s*[\[{"]|["']?[\w./-]+["']?\s*:(?:\s|$))""")
"""How a text begins that is meant as YAML or JSON: no unit of systemd, no TOML, and no configuration of a server."""


def names_scheduler(text: str) -> bool:
    """Return whether a text is meant as YAML or JSON and names kube-scheduler, a configuration of it or its flags.

    So does the file of a product by the keys from which its scheduler's settings are read. Comments do not count.
    """
    written = _COMMENT_LINE.sub("", text)
    if _BEGINNING.match(written) is None:
        return False
    if mentions_configuration(written) or _NAMING.search(written) or _OF_POLICY.search(written):
        return True
    if any(_name_scheduler(product.marks, written) for product in _products()):
        return True
    raw = written.encode("utf-8", "surrogatepass")
    return _has_key_beside(raw, _of_products().beside_flags | _of_products().beside_fields)


def _name_scheduler(marks: "Marks", text: str) -> bool:
    """Return whether the marks of a product certainly name its scheduler in a text."""
    if marks.names is None:
        return any(mark in text for mark in (*marks.flags, *marks.settings, *marks.fields))
    return bool(marks.names) and all(name.search(text) for name in marks.names)


def declares_policy(text: str) -> bool:
    """Return whether a text, or something in it, declares the legacy Policy's kind."""
    return _POLICY_KIND.search(text) is not None


def mentions_policy(text: str) -> bool:
    """Return whether a text names the kind of the legacy Policy, or a key that only a Policy has at the top."""
    return declares_policy(text) or _POLICY_KEY.search(text) is not None

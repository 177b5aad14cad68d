"""The configuration of the function: a `SchedulerConfig`, or a ConfigMap in its place, with what is wrong about it.

It is a resource of ours, read field by field so that every mistake in it is reported; manifests of others, in which
anything may stand, are read by `schedcfg.sources.manifests.pod`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from schedcfg.commands.generate import second_scheduler as second
from schedcfg.commands.generate.generation import DEFAULT_NAME, Maker
from schedcfg.commands.generate.objects import config_map
from schedcfg.commands.krm.results import wrong
from schedcfg.configuration.effective.registry import catalog, chosen
from schedcfg.document import Path, render
from schedcfg.errors import UnknownTarget, WrongFeatureGates
from schedcfg.findings import Problem
from schedcfg.models import OWN_VERSION
from schedcfg.releases import gate_settings
from schedcfg.spelling import nearest
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.target import target

_FLAGS = {"true": True, "false": False}
"""The values of a ConfigMap are text."""


class Fields:
    """A mapping whose fields are requested by name.

    Args:
        data: What is written; null counts as empty.
        path: Where it is in its resource.
        problems: Where to add what is wrong.
    """

    def __init__(self, data: object, path: Path, problems: list[Problem]) -> None:
        self.path = path
        self._problems = problems
        self._asked: set[str] = set()
        self._data: Mapping[str, Any] = {}
        if isinstance(data, dict):
            self._data = data
        elif data is not None:
            self._wrong((), data, "a mapping", None)

    def text(self, key: str, example: str = "text") -> str:
        """Read text; empty where none is written."""
        value = self._value(key)
        if value is None or isinstance(value, str):
            return value or ""
        quoted = f'Put it in quotes: `{key}: "{example}"`.' if isinstance(value, int | float) else None
        self._wrong((key,), value, "a string", quoted)
        return ""

    def required(self, key: str, example: str) -> str:
        """Read text that must be there; empty where it is not."""
        text = self.text(key, example)
        if self._data.get(key) in (None, ""):
            message = f"`{render((*self.path, key))}` is missing"
            self._problems.append(wrong("missing-field", (*self.path, key), message, f"Write `{key}: {example}`."))
        return text

    def flag(self, key: str) -> bool:
        """Read true or false, as text too; False where nothing is written."""
        value = self._value(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        if isinstance(value, str) and value.strip() in _FLAGS:
            return _FLAGS[value.strip()]
        self._wrong((key,), value, "a boolean", None)
        return False

    def count(self, key: str) -> int:
        """Read a number of at least 1; 1 where none is written."""
        value = self._value(key)
        if value is None:
            return 1
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
        self._wrong((key,), value, "a number of at least 1", None)
        return 1

    def names(self, key: str) -> frozenset[str]:
        """Read a list of names, or text with commas between them."""
        value = self._value(key)
        if value is None:
            return frozenset()
        listed = value.strip().removeprefix("[").removesuffix("]").split(",") if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            self._wrong((key,), value, "a list of names", f"Write `{key}: [Coscheduling, NetworkTraffic]`.")
            return frozenset()
        return frozenset(filter(None, (name.strip(" \n\t\"'") for name in listed)))

    def each(self, key: str) -> "Iterator[Fields]":
        """Yield the items of a list of mappings."""
        value = self._value(key)
        if value is not None and not isinstance(value, list):
            self._wrong((key,), value, "a list", None)
            return
        for index, item in enumerate(value or ()):
            yield Fields(item, (*self.path, key, index), self._problems)

    def refuse(self, key: str, message: str, help: str | None) -> None:  # noqa: A002
        """Note that the value of a field is wrong."""
        self._problems.append(wrong("wrong-value", (*self.path, key), message, help))

    def finish(self) -> None:
        """Note the fields that were never read."""
        for key in self._data:
            if key not in self._asked:
                self._problems.append(self._unknown(str(key)))

    def _value(self, key: str) -> Any:
        self._asked.add(key)
        return self._data.get(key)

    def _wrong(self, steps: Path, value: object, expected: str, help: str | None) -> None:  # noqa: A002
        path = (*self.path, *steps)
        kind = "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else f"`{value}`"
        self._problems.append(wrong("wrong-type", path, f"`{render(path)}` must be {expected}, found {kind}", help))

    def _unknown(self, key: str) -> Problem:
        path = (*self.path, key)
        close = nearest(key, self._asked, 0.6)
        known = ", ".join(f"`{name}`" for name in sorted(self._asked))
        advice = f"Did you mean `{close}`?" if close else f"Known fields: {known}."
        return wrong("unknown-field", path, f"unknown field `{render(path)}`", advice)


class KindMaker(NamedTuple):
    """How something is made around a configuration; as for the commands of `schedcfg generate`."""

    file_name: str
    maker: Maker[Any]  # Makes files; every manifest in them becomes an item


def read_config_map(fields: Fields) -> KindMaker:
    """Read `name`, `namespace` (default: none, whoever applies it chooses) and `key` (`scheduler-config.yaml`)."""
    name, namespace = fields.required("name", "my-scheduler-config"), fields.text("namespace")
    return KindMaker(
        fields.text("key") or DEFAULT_NAME, Maker((name, namespace), lambda config, named: config_map(config, *named))
    )


def read_second_scheduler(fields: Fields) -> KindMaker:
    """Read `name`, `namespace` (`kube-system`), `image`, `program`, `replicas` (1) and `tlsSecret`."""
    options = second.SecondSchedulerOptions(
        name=fields.required("name", "my-scheduler"),
        namespace=fields.text("namespace") or "kube-system",
        image=fields.text("image") or None,
        replicas=fields.count("replicas"),
        tls_secret=fields.text("tlsSecret") or None,
        program=fields.text("program") or second.PROGRAM,
    )
    return KindMaker(DEFAULT_NAME, second.maker(options))


KINDS: dict[str, Callable[[Fields], KindMaker]] = {
    "ConfigMap": read_config_map,
    "SecondScheduler": read_second_scheduler,
}
"""Kind → reads what is requested from the entry's fields, but for `kind` and `configuration`, which all have."""


class GenerationRequest(NamedTuple):
    """One thing to generate."""

    field: Path  # Where the text of the configuration is in the `SchedulerConfig`
    configuration: str
    made: KindMaker


def read_request(fields: Fields) -> GenerationRequest | None:
    """Read an entry; None where its kind is not known."""
    kind = fields.required("kind", "ConfigMap")
    if kind not in KINDS:
        if kind:
            known = ", ".join(f"`{name}`" for name in KINDS)
            fields.refuse("kind", f"nothing of kind `{kind}` can be generated", f"Known kinds: {known}.")
        return None
    made = KINDS[kind](fields)
    configuration = fields.required("configuration", "| …")
    fields.finish()
    return GenerationRequest((*fields.path, "configuration"), configuration, made)


KIND = "SchedulerConfig"


class FunctionConfig(NamedTuple):
    """What is requested."""

    options: Options = DEFAULT
    migrate_to: str = ""  # The API version to migrate them to; empty: they are only validated
    wanted: tuple[GenerationRequest, ...] = ()
    # What is wrong with the configuration of the function; then nothing should be done
    problems: tuple[Problem, ...] = ()


def is_scheduler_config(data: object) -> bool:
    """Check whether an object is a `SchedulerConfig`, of whatever version."""
    if not isinstance(data, dict) or data.get("kind") != KIND:
        return False
    return str(data.get("apiVersion")).partition("/")[0] == OWN_VERSION.partition("/")[0]


def read(data: Mapping[str, object], base: FunctionConfig) -> FunctionConfig:
    """Read the configuration of a function, or a `SchedulerConfig` among the items.

    Args:
        data: The object.
        base: What holds where it does not state otherwise.
    """
    problems: list[Problem] = []
    if is_scheduler_config(data):
        if data["apiVersion"] != OWN_VERSION:
            message = f"`{data['apiVersion']}` is not a version of `{KIND}`"
            problems.append(wrong("unknown-version", ("apiVersion",), message, f"Write `{OWN_VERSION}`."))
        fields = Fields(data.get("spec"), ("spec",), problems)
        wanted = tuple(request for one in fields.each("generate") if (request := read_request(one)) is not None)
        config = _settings(fields, base)._replace(wanted=wanted)
    elif data.get("kind") == "ConfigMap":
        config = _settings(Fields(data.get("data"), ("data",), problems), base)
    else:
        problems.append(_not_ours(data.get("kind")))
        config = base
    return config._replace(problems=tuple(problems))


def _settings(fields: Fields, base: FunctionConfig) -> FunctionConfig:
    kubernetes, to = fields.text("kubernetes", "1.30"), fields.text("migrateTo", "v1")
    plugins, catalogs, only = fields.names("plugins"), _catalogs(fields), fields.flag("inTreeOnly")
    gates = tuple(sorted(fields.names("featureGates")))
    fields.finish()
    for name in (name for name, values in (("plugins", plugins), ("catalogs", catalogs)) if values and only):
        fields.refuse(name, f"`{name}` and `inTreeOnly` exclude each other", "Omit one of them.")
    options = base.options.by(kubernetes or None)
    if plugins or catalogs or only:
        options = replace(options, registry=chosen(plugins, catalogs))
    if gates:
        options = replace(options, feature_gates=(",".join(gates),))
    config = FunctionConfig(options, to or base.migrate_to)
    _check(fields, config)
    return config


def _catalogs(fields: Fields) -> tuple[str, ...]:
    """Read `catalogs`, as `--catalog` takes them."""
    names = tuple(sorted(fields.names("catalogs")))
    try:
        catalog(*names)
    except UnknownTarget as error:
        fields.refuse("catalogs", str(error), error.help)
        return ()
    return names


def _check(fields: Fields, config: FunctionConfig) -> None:
    """Refuse a release or API version that is not known, or that do not fit."""
    key = "kubernetes"
    try:
        gate_settings.target(config.options.kubernetes, None)
        key = "featureGates"
        gate_settings.target(config.options.kubernetes, config.options.feature_gates)
        key = "migrateTo"
        if config.migrate_to:
            target(config.migrate_to, config.options.kubernetes)
    except (UnknownTarget, WrongFeatureGates) as error:
        fields.refuse(key, str(error), error.help)


def _not_ours(kind: object) -> Problem:
    return wrong(
        "unknown-kind",
        ("kind",),
        f"the configuration of the function is of kind `{kind}`",
        f'Use a `{KIND}` (apiVersion: {OWN_VERSION}), or a ConfigMap with `data: {{kubernetes: "1.29"}}`.',
    )

"""What a project can set in `.schedcfg.toml`, or in `pyproject.toml` under `[tool.schedcfg]`."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from schedcfg.models.v1 import EXTENSION_POINTS


class Table(BaseModel):
    """A table of TOML: strict, closed, with dashes in the names of its keys."""

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        alias_generator=lambda name: name.replace("_", "-"),
        protected_namespaces=(),
    )


class OwnPlugin(Table):
    """What is known of a plugin of one's own."""

    extension_points: Annotated[
        list[Annotated[str, Field(json_schema_extra={"enum": [*EXTENSION_POINTS]})]] | None,
        Field(description="Its extension points; enabling it at others is refused. Default: any."),
    ] = None
    args_schema: Annotated[
        str | None,
        Field(
            description="A JSON Schema of its args: a file in JSON or YAML, relative to this one. Default: any "
            "args are accepted."
        ),
    ] = None


class PerPath(Table):
    """What holds for some files only. Of several tables that fit a file, later ones win."""

    paths: Annotated[
        list[str],
        Field(
            description="The files, relative to this one, with `*` and `**` as wildcards; a folder means "
            "everything in it."
        ),
    ]
    kubernetes: Annotated[
        str | None, Field(description="The Kubernetes release to validate them against, e.g. `1.27`.")
    ] = None
    ignore: Annotated[list[str], Field(description="Rules whose advice is not reported for them.")] = []


_NAMES = "with `*` and `?` as wildcards"


class OrganizationRule(Table):
    """What every requirement of an organization has."""

    id: Annotated[str, Field(description="Your own id of this requirement, e.g. `SCHED-3`.")] = ""
    reason: Annotated[str, Field(description="Why it is required; findings show it.")] = ""
    link: Annotated[str, Field(description="Where more is written about it; findings show it.")] = ""
    severity: Annotated[
        Literal["error", "warning", "info"] | None,
        Field(description="The severity of its findings. Default: that of `[organization]`."),
    ] = None
    paths: Annotated[
        list[str] | None, Field(description="The files that have to meet it, as in `per-path`. Default: all.")
    ] = None


class OrganizationPlugins(OrganizationRule):
    """Which plugins may run, and which must."""

    allowed: Annotated[
        list[str] | None,
        Field(description=f"Those that may run besides the default plugins, {_NAMES}. Default: any."),
    ] = None
    forbidden: Annotated[list[str], Field(description=f"Those that may not run, not even by default, {_NAMES}.")] = []
    required: Annotated[list[str], Field(description=f"Those that every profile has to run, {_NAMES}.")] = []


class OrganizationWeight(OrganizationRule):
    """What a plugin may weigh where it scores."""

    plugin: Annotated[str, Field(description=f"The plugin, {_NAMES}.")]
    minimum: Annotated[int | None, Field(description="The lowest weight that is allowed.")] = None
    maximum: Annotated[int | None, Field(description="The highest weight that is allowed.")] = None


class OrganizationLease(OrganizationRule):
    """Values that fields of `leaderElection` must have."""

    required: Annotated[
        dict[str, bool | str],
        Field(description="Field, as configurations write it, and its value, e.g. `{ leaderElect = true }`."),
    ]


class OrganizationHosts(OrganizationRule):
    """The hosts that extenders may be at."""

    allowed: Annotated[list[str], Field(description=f"Their names, without ports, {_NAMES}.")]


class OrganizationReleases(OrganizationRule):
    """The releases that have to start with a configuration."""

    required: Annotated[list[str], Field(description='Their names, e.g. `["1.33", "1.34"]`.')]


class Organization(Table):
    """The standard of an organization, to which it holds its configurations."""

    severity: Annotated[
        Literal["error", "warning", "info"], Field(description="The severity of findings whose entry has none.")
    ] = "error"
    suppressible: Annotated[
        bool, Field(description="Whether comments, options and baselines suppress what is found. Default: they do not.")
    ] = False
    plugins: Annotated[list[OrganizationPlugins], Field(description="Plugins that may run, and that must.")] = []
    weights: Annotated[list[OrganizationWeight], Field(description="Bounds of the weights of plugins.")] = []
    leases: Annotated[list[OrganizationLease], Field(description="Required values of `leaderElection`.")] = []
    extender_hosts: Annotated[list[OrganizationHosts], Field(description="Hosts that extenders may be at.")] = []
    releases: Annotated[
        list[OrganizationReleases], Field(description="Releases that must start with the configurations.")
    ] = []


@dataclass(frozen=True)
class _ListOrTables:
    """Lets plugins be a list of names in the JSON Schema, as well as tables."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [{"type": "array", "items": {"type": "string"}}, handler(core_schema)]}


def _as_tables(value: object) -> object:
    """Read a list of names as empty tables."""
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return {name: {} for name in value}
    return value


class ProjectSettings(Table):
    """Settings of schedcfg for one project. An option of the command line takes the place of its key."""

    kubernetes: Annotated[
        str | None,
        Field(
            description="The Kubernetes release to validate against, e.g. `1.29`, or `newest`. Default: the "
            "newest that serves each file."
        ),
    ] = None
    in_tree_only: Annotated[
        bool, Field(description="Allow only the plugins of the stock kube-scheduler; refuse any other name.")
    ] = False
    plugins: Annotated[
        dict[str, OwnPlugin],
        BeforeValidator(_as_tables),
        _ListOrTables(),
        Field(
            description="Plugins that are compiled into your scheduler: names, or a table for each. Other "
            "unknown names are then refused. `--plugin` adds to them."
        ),
    ] = {}
    catalogs: Annotated[
        list[str],
        Field(
            description="Catalogs of the plugins that are compiled into your scheduler: `scheduler-plugins`, in the "
            "matching release, or `scheduler-plugins@0.30`; or a file, relative to this one, that `schedcfg list "
            "plugins --binary` wrote, `my-scheduler.json`. Other unknown names are then refused."
        ),
    ] = []
    feature_gates: Annotated[dict[str, bool], Field(description="Feature gates of kube-scheduler.")] = {}
    select: Annotated[
        list[str] | None,
        Field(
            description="Report only the advice of these rules. Groups: advised, refused (no advice), "
            "surroundings, error, warning, info. Default: all."
        ),
    ] = None
    ignore: Annotated[list[str], Field(description="Rules, or groups of them, whose advice is not reported.")] = []
    require_reasons: Annotated[bool, Field(description="Report ignore comments without a reason.")] = False
    fail_on: Annotated[
        Literal["error", "warning", "info", "never"],
        Field(description="The lowest severity that makes the exit status 1; refused counts as error."),
    ] = "error"
    baseline: Annotated[
        str | None, Field(description="A file with known findings, relative to this one; only others are reported.")
    ] = None
    exclude: Annotated[list[str], Field(description="Files and folders that a search skips, as in `per-path`.")] = []
    suffixes: Annotated[
        list[str],
        Field(
            description="Suffixes of files that a search reads in addition to .yaml, .yml, .json, .conf, .cfg and "
            ".service, e.g. `.md`; an empty one means names without a suffix. `--suffix` adds to them."
        ),
    ] = []
    require: Annotated[bool, Field(description="A run that finds no configuration has exit status 1.")] = False
    per_path: Annotated[list[PerPath], Field(description="Settings for some files only.")] = []
    organization: Annotated[
        Organization | None, Field(description="What an organization requires of its configurations. Default: nothing.")
    ] = None

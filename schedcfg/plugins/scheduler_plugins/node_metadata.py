"""NodeMetadata: prefers nodes by the value of a label or annotation."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import OneOf
from schedcfg.plugins.choices import either, unknown_choice
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsProblem
from schedcfg.plugins.scheduler_plugins.published import args_kind, plugin
from schedcfg.plugins.typed_args import Always, TypedArgs

_SOURCES = ("Label", "Annotation")
_STRATEGIES = {"Number": ("Highest", "Lowest"), "Timestamp": ("Newest", "Oldest")}
_ALL_STRATEGIES = tuple(name for names in _STRATEGIES.values() for name in names)
_RFC3339 = "2006-01-02T15:04:05Z07:00"


class NodeMetadataArgs(TypedArgs):
    """Arguments of the NodeMetadata plugin; all but the last must be written."""

    metadata_key: Annotated[
        str | None,
        Always(""),
        Field(description="Name of the label or annotation, e.g. `example.com/price`. No default."),
    ] = None
    metadata_source: Annotated[
        str | None,
        Always(""),
        OneOf(_SOURCES),
        Field(description="`Label` or `Annotation`. No default."),
    ] = None
    metadata_type: Annotated[
        str | None,
        Always(""),
        OneOf(tuple(_STRATEGIES)),
        Field(description="Type of the value: `Number` or `Timestamp`. No default."),
    ] = None
    scoring_strategy: Annotated[
        str | None,
        Always(""),
        OneOf(_ALL_STRATEGIES),
        Field(
            description="Which values are preferred: `Highest` or `Lowest` numbers, `Newest` or `Oldest` timestamps. "
            "No default."
        ),
    ] = None
    timestamp_format: Annotated[
        str | None,
        Always(""),
        Field(description=f"Format of timestamps, as a Go layout. Default `{_RFC3339}` for timestamps."),
    ] = None


def _complete(args: NodeMetadataArgs, _context: Context) -> NodeMetadataArgs:
    if args.timestamp_format is None and args.metadata_type == "Timestamp":
        return args.model_copy(update={"timestamp_format": _RFC3339})
    return args


def _check(args: NodeMetadataArgs, _context: Context) -> Iterator[ArgsProblem]:
    if not args.metadata_key:
        yield ArgsProblem(("metadataKey",), "`metadataKey` is missing; it names the label or annotation")
    yield from _one_of("metadataSource", args.metadata_source, _SOURCES)
    yield from _one_of("metadataType", args.metadata_type, tuple(_STRATEGIES))
    yield from _one_of("scoringStrategy", args.scoring_strategy, _ALL_STRATEGIES)
    fitting = _STRATEGIES.get(args.metadata_type or "")
    if fitting is not None and args.scoring_strategy in _ALL_STRATEGIES and args.scoring_strategy not in fitting:
        yield ArgsProblem(
            ("scoringStrategy",),
            f"`scoringStrategy` is `{args.scoring_strategy}`, which does not match the type `{args.metadata_type}`",
            f"Write {either(fitting)}.",
        )


def _one_of(name: str, value: str | None, allowed: tuple[str, ...]) -> Iterator[ArgsProblem]:
    if value not in allowed:
        yield unknown_choice((name,), value, allowed)


PLUGIN = plugin(
    name="NodeMetadata",
    summary="Scores nodes by a number or a timestamp in one of their labels or annotations.",
    points={"1.35": ("score",)},
    args=args_kind(
        NodeMetadataArgs,
        served={"v1": "1.35"},
        complete=_complete,
        check=_check,
        example={
            "metadataKey": "example.com/updated",
            "metadataSource": "Annotation",
            "metadataType": "Timestamp",
            "scoringStrategy": "Newest",
            "timestampFormat": "2006-01-02 15:04:05",
        },
    ),
    source="pkg/nodemetadata/node_metadata.go",
)

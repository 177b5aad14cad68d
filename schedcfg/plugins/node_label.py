"""NodeLabel: selects and prefers nodes by the presence of labels (up to 1.22)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Shape
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin, read_at
from schedcfg.plugins.typed_args import TypedArgs


class FreeFormNodeLabelArgs(Shape):
    """What 1.18 reads of the Args."""

    present_labels: Annotated[
        list[str | None] | None, Field(description="Labels that a node must have, with any value.")
    ] = None
    absent_labels: Annotated[
        list[str | None] | None,
        Field(description="Labels that a node must not have; none of `presentLabels`."),
    ] = None
    present_labels_preference: Annotated[list[str | None] | None, Field(description="Labels of preferred nodes.")] = (
        None
    )
    absent_labels_preference: Annotated[
        list[str | None] | None,
        Field(description="Labels that preferred nodes do not have; none of `presentLabelsPreference`."),
    ] = None


class NodeLabelArgs(FreeFormNodeLabelArgs, TypedArgs):
    """Arguments of the NodeLabel plugin."""


_Labels = list[str | None] | None


def _check(args: NodeLabelArgs | FreeFormNodeLabelArgs, _context: Context) -> Iterator[ArgsProblem]:
    yield from _conflicts(args.present_labels, args.absent_labels, "")
    yield from _conflicts(args.present_labels_preference, args.absent_labels_preference, "Preference")


def _conflicts(present: _Labels, absent: _Labels, suffix: str) -> Iterator[ArgsProblem]:
    """Yield each label of both lists, at its place in the first. Upstream: `validateNoConflict`."""
    places = {label or "": index for index, label in enumerate(present or ())}
    for label in absent or ():
        place = places.get(label or "")
        if place is not None:
            yield ArgsProblem(
                (f"presentLabels{suffix}", place),
                f"label `{label or ''}` is in both `presentLabels{suffix}` and `absentLabels{suffix}`",
                "Remove it from one of them.",
            )


PLUGIN = Plugin(
    name="NodeLabel",
    summary="Requires or prefers nodes that have some labels and do not have others.",
    args=ArgsKind(
        kind="NodeLabelArgs",
        model=NodeLabelArgs,
        legacy_model=FreeFormNodeLabelArgs,
        served={"v1alpha1": "1.18", "v1alpha2": "1.18", "v1beta1": "1.19"},
        check=_check,
        readers=read_at(
            presentLabels=("filter",),
            absentLabels=("filter",),
            presentLabelsPreference=("score",),
            absentLabelsPreference=("score",),
        ),
        example={
            "presentLabels": ["example.com/ready"],
            "absentLabels": ["example.com/draining"],
            "presentLabelsPreference": ["example.com/fast"],
            "absentLabelsPreference": ["example.com/slow"],
        },
    ),
    source="pkg/scheduler/framework/plugins/nodelabel/node_label.go",
    successor="Use `addedAffinity` in the args of `NodeAffinity` instead.",
)

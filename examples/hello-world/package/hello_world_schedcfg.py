"""What schedcfg is to know of HelloWorldPlugin: where it runs, what it takes, its defaults and its checks."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from schedcfg.models.base import Int64
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin
from schedcfg.plugins.typed_args import TypedArgs


class HelloWorldArgs(TypedArgs):
    """Arguments of HelloWorldPlugin. Every field can be left out; what that means is said in `complete`."""

    xxx: Annotated[str | None, Field(description="Whom to greet. Default `world`.")] = None
    yyy: Annotated[str | None, Field(description="Digits. No default.")] = None
    zzz: Annotated[Int64 | None, Field(description="How often, 0 to 100. Default 1.")] = None


def complete(args: HelloWorldArgs, _context: Context) -> HelloWorldArgs:
    """Fill in what was not written, as the plugin's own defaulting does."""
    missing = {"xxx": "world"} if args.xxx is None else {}
    return args.model_copy(update=missing | ({"zzz": 1} if args.zzz is None else {}))


HIGHEST = 100
"""The largest `zzz` that the plugin takes."""


def check(args: HelloWorldArgs, _context: Context) -> Iterator[ArgsProblem]:
    """Yield what keeps the plugin from starting."""
    if not 0 <= (args.zzz or 0) <= HIGHEST:
        yield ArgsProblem(("zzz",), f"`zzz` is {args.zzz}; it must be from 0 to {HIGHEST}")


PLUGIN = Plugin(
    name="HelloWorldPlugin",
    summary="Scores nodes by how friendly they are.",
    extension_points={"1.18": ("score",)},
    source="example.com/hello-world, plugin.go",
    args=ArgsKind(
        kind="HelloWorldPluginArgs",
        model=HelloWorldArgs,
        # The API versions in which the plugin's Go code registers its Args, and since which Kubernetes release.
        served={"v1beta2": "1.22", "v1beta3": "1.23", "v1": "1.25"},
        complete=complete,
        check=check,
        example={"xxx": "world", "zzz": 3},
    ),
)

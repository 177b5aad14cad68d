"""Options that several commands share."""

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, TypeVar

import click

from schedcfg.cli import completion
from schedcfg.cli.help import Heading, option

Command = TypeVar("Command", bound=Callable[..., Any])


class OptionGroup(NamedTuple):
    """Options that belong together, and what a command gets for them."""

    # Add the options to a command, in the order in which its help shows them
    decorators: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...]
    # Removes their values from a command's inputs, and returns the arguments that it gets instead. May look at the
    # values of other options too.
    read: Callable[[dict[str, Any]], dict[str, Any]]

    def values(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """Remove the values of these options from a command's inputs, and return them."""

        def bare() -> None:
            """Collect options; click keeps them at the function."""

        for decorate in self.decorators:
            decorate(bare)
        return {option.name: inputs.pop(option.name) for option in vars(bare)["__click_params__"]}


class GroupedCommand(click.Command):
    """A command that gets what each of its groups of options makes of their values, in place of the values."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line, then what the groups make of it; not for shell completion, which calls nothing."""
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            for group in _GROUPS[self.callback]:
                ctx.params |= ctx.invoke(group.read, ctx.params)
        return rest


_GROUPS: dict[Callable[..., Any] | None, tuple[OptionGroup, ...]] = {}
"""Function of a command → its groups."""


def with_groups(*groups: OptionGroup) -> Callable[[Command], Command]:
    """Return a decorator that adds groups of options to the function of a `GroupedCommand`."""

    def decorate(command: Command) -> Command:
        for group in reversed(groups):
            for add in reversed(group.decorators):
                add(command)
        _GROUPS[command] = groups
        return command

    return decorate


PATH = click.Path(path_type=str, readable=False)
"""The type of a file or folder. Whether it can be read shows when it is read: that is no mistake in the usage."""


def paths(command: Command) -> Command:
    """Add files and folders to a command, at least one; `-` is standard input."""
    return click.argument("paths", nargs=-1, type=PATH, metavar="[PATH|-]...", callback=_at_least_one)(command)


def _at_least_one(ctx: click.Context, _parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    if not paths and not ctx.params.get("cluster") and ctx.params.get("git") is None and not ctx.params.get("staged"):
        raise click.UsageError("missing argument: a file, a folder, or - for standard input")
    return paths


def jobs(command: Command) -> Command:
    """Add the number of processes to a command."""
    return option(
        "-j",
        "--jobs",
        section=Heading.GENERAL,
        metavar="N|auto",
        default="auto",
        show_default=True,
        callback=_processes,
        help="Number of processes; 0: one per core; auto: one, and one per core if there is much to do.",
    )(command)


def _processes(_ctx: click.Context, _parameter: click.Parameter, value: str) -> int | None:
    """Return the number of processes; None for `auto`."""
    if value == "auto":
        return None
    if not (value.isascii() and value.isdecimal()):
        raise click.BadParameter(f"{value!r} is neither a number nor auto")
    return min(int(value), _MOST_JOBS) or _cores()


def _cores() -> int:
    from schedcfg.validation.workers import cores

    return cores()


_MOST_JOBS = 1024
"""Processes; more are hardly meant."""


def release(help_text: str) -> Callable[[Command], Command]:
    """Return the option for the release; what it is for differs from command to command."""
    return option(
        "-k",
        "--kubernetes",
        section=Heading.TARGET,
        everyday=True,
        metavar="RELEASE",
        multiple=True,
        callback=_single_release,
        shell_complete=completion.complete_releases,
        help=help_text,
    )


def _single_release(_ctx: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> str | None:
    """Return the release; of several, none is silently left out."""
    different = list(dict.fromkeys(names))
    if len(different) > 1:
        raise click.UsageError(
            f"--kubernetes names one release, and here are {len(different)}: {', '.join(different)}. "
            "Run the command for each of them"
        )
    return different[0] if different else None


kubernetes = release(
    "Kubernetes release, e.g. 1.29 or newest. Default: that of the manifest that runs the file, else "
    "the newest that serves its apiVersion."
)
"""Adds the release to validate by."""


def cluster_release(command: Command) -> Command:
    """Add the release of the API server to a command, which need not be that of a scheduler."""
    return option(
        "--cluster-release",
        section=Heading.READ,
        metavar="RELEASE",
        callback=_minor_release,
        help="Kubernetes release of the API server, e.g. 1.29, beside the schedulers' own. Default: that which a file "
        "beside them names or, with --cluster, that of the API server.",
    )(command)


def _minor_release(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return the minor release of a version, `1.29` of `v1.29.3-eks-1`; it need not be a known one."""
    if value is None:
        return None
    from schedcfg.sources.manifests.versions import release as minor_of

    found = minor_of(value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not a release of Kubernetes, such as 1.29")
    return found


as_of = release("Show one Kubernetes release: 1.29, newest … Default: all known releases.")
"""Adds the release to describe."""


def git(help_text: str) -> Callable[[Command], Command]:
    """Return the option for a Git revision; what it is for differs from command to command."""
    return option("--git", section=Heading.READ, everyday=True, metavar="REVISION", is_eager=True, help=help_text)


def staged(command: Command) -> Command:
    """Add what is staged in Git to a command, in place of the files as they are."""
    return option(
        "--staged",
        section=Heading.READ,
        is_flag=True,
        is_eager=True,
        help="Validate only files that are staged in Git, as they are in the index. Also reports what is new in files "
        "beside them because of that; without PATHs, of the whole repository. For a Git hook.",
    )(command)


def feature_gates(command: Command) -> Command:
    """Add feature gates to a command, in kube-scheduler's own form."""
    return option(
        "--feature-gates",
        section=Heading.TARGET,
        metavar="NAME=true,...",
        multiple=True,
        shell_complete=completion.complete_gates,
        help="Feature gates of kube-scheduler (repeatable). They change defaults and what is allowed.",
    )(command)


class Output(NamedTuple):
    """One report."""

    name: str
    file: str | None  # Where it goes; None: standard output


def output(formats: Iterable[str]) -> Callable[[Command], Command]:
    """Return the option for formats and their destinations, as `outputs`; the first format is the default."""
    known = tuple(formats)
    return option(
        "-o",
        "--output",
        "outputs",
        section=Heading.REPORT,
        everyday=True,
        metavar="FORMAT[=FILE]",
        multiple=True,
        callback=partial(_chosen_outputs, known),
        shell_complete=lambda _ctx, _parameter, begun: [name for name in known if name.startswith(begun)],
        help=f"Report format, optionally with a file (repeatable): {', '.join(known)}.  [default: {known[0]}]",
    )


def _chosen_outputs(
    known: tuple[str, ...], _ctx: click.Context, _parameter: click.Parameter, value: tuple[str, ...]
) -> tuple[Output, ...]:
    chosen = tuple(_output(one, known) for one in value) or (Output(known[0], None),)
    if sum(one.file is None for one in chosen) > 1:
        raise click.BadParameter("only one report can go to standard output; write the others to files: FORMAT=FILE")
    files = [os.path.abspath(one.file) for one in chosen if one.file is not None]
    if len(set(files)) < len(files):
        raise click.BadParameter("two reports cannot go to the same file")
    return chosen


def _output(value: str, known: tuple[str, ...]) -> Output:
    name, separator, file = value.partition("=")
    if name not in known:
        from schedcfg.spelling import nearest

        near = nearest(name, known, 0.6)
        hint = _as_file(value, known) or (f". Did you mean {near!r}?" if near else "")
        raise click.BadParameter(f"{name!r} is not a format; choose from {', '.join(known)}{hint}")
    if separator and not file:
        raise click.BadParameter(f"{value!r} names no file")
    return Output(name, None if file in {"", "-"} else file)


def _as_file(value: str, known: tuple[str, ...]) -> str:
    """Return how a report, or what is printed, gets into a file, for a value that looks like one; else nothing."""
    suffix = os.path.splitext(value)[1]
    if not suffix and os.sep not in value:
        return ""
    name = suffix.removeprefix(".")
    meant = f"-o {name}={value}" if name in known else f"> {value}"
    return f". To write to that file: {meant}"


text_or_json = output(["text", "json"])
"""Adds the choice between output for people and for programs."""


def write_to(metavar: str, help_text: str) -> Callable[[Command], Command]:
    """Return the option for where the files of a command go that has no report; `-o` there names the new option."""

    def decorate(command: Command) -> Command:
        former = click.option(
            "-o", "--output", hidden=True, is_eager=True, expose_value=False, callback=_refuse_former_output
        )
        return former(click.option("--write-to", metavar=metavar, help=help_text)(command))

    return decorate


def _refuse_former_output(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    """Refuse a path where other commands have a format, and write out the command that is meant."""
    if value is None:
        return
    import shlex

    meant = shlex.join(with_write_to(value, sys.argv[1:]))
    raise click.UsageError(f"-o chooses the format of a report, and this command writes files: schedcfg {meant}")


def with_write_to(path: str, words: Iterable[str]) -> Iterable[str]:
    """Yield the words of a command line, with `--write-to` where they have `-o` before a path."""
    now = dict.fromkeys(("-o", "--output"), "--write-to")
    now |= dict.fromkeys((f"-o{path}", f"--output={path}"), f"--write-to={path}")
    return (now.get(word, word) for word in words)


def skip_others(command: Command) -> Command:
    """Add `--skip-others` to a command, which skips files without a configuration."""
    return option(
        "--skip-others",
        section=Heading.READ,
        is_flag=True,
        help="Skip named files that contain no scheduler configuration (for hooks).",
    )(command)


def search(command: Command) -> Command:
    """Add to a command what it searches, and whether it has to find something."""
    command = option(
        "--require", section=Heading.READ, is_flag=True, help="Exit with status 1 if no configuration is found."
    )(command)
    return option(
        "--suffix",
        "suffixes",
        section=Heading.READ,
        metavar="SUFFIX",
        multiple=True,
        help="In folders, also read files with this suffix, e.g. .md; '' for names without a suffix (repeatable). "
        "Always read: .yaml, .yml, .json, .conf, .cfg and .service.",
    )(command)


def role(command: Command) -> Command:
    """Add the role that the files are validated in to a command."""
    command = option(
        "--as-policy",
        section=Heading.READ,
        is_flag=True,
        help="Treat each file as the argument of kube-scheduler --policy-config-file (Kubernetes up to 1.22).",
    )(command)
    return option(
        "--as-config",
        section=Heading.READ,
        is_flag=True,
        help="Treat each file as the argument of kube-scheduler --config; any other content is an error.",
    )(command)


def registry(command: Command) -> Command:
    """Add the options for which plugins exist to a command."""
    command = option(
        "--plugin",
        "plugins",
        section=Heading.TARGET,
        metavar="NAME",
        multiple=True,
        shell_complete=completion.complete_plugins,
        help="A plugin that is compiled into your scheduler (repeatable). Other unknown names are then refused.",
    )(command)
    command = option(
        "--catalog",
        "catalogs",
        section=Heading.TARGET,
        everyday=True,
        metavar="NAME[@RELEASE]",
        multiple=True,
        shell_complete=completion.complete_catalogs,
        help="Plugins in your scheduler: scheduler-plugins, koordinator … or a FILE.json (repeatable). Their Args are "
        "checked, and other unknown names are refused. `schedcfg list plugins --binary` writes the file. Default "
        "RELEASE: the one for --kubernetes; or name one, e.g. scheduler-plugins@0.30.",
    )(command)
    return option(
        "--in-tree-only",
        section=Heading.TARGET,
        everyday=True,
        is_flag=True,
        help="Allow only plugins of the stock kube-scheduler. Any other name is refused.",
    )(command)

"""The inputs of commands that generate files: a configuration with its release, paths, names."""

import posixpath
import shlex
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options
from schedcfg.cli.validation_options import chosen_project, settings_options
from schedcfg.document import decode_text
from schedcfg.errors import UnreadableInput, unreadable
from schedcfg.sources import Source

if TYPE_CHECKING:
    from schedcfg.generate.generation import Generation, Maker
    from schedcfg.validation.settings.reading import Project


class ConfigArgument:
    """A configuration that was named on the command line.

    Args:
        path: Its file; `-` is standard input.
        kubernetes: The release that is to run it, as written.
        feature_gates: What follows each `--feature-gates`; without any, those of the settings.
        project: The settings; None: none.
    """

    def __init__(
        self, path: str, kubernetes: str | None, feature_gates: tuple[str, ...], project: "Project | None" = None
    ) -> None:
        self._path, self.kubernetes, self._project = path, kubernetes, project
        self.feature_gates = feature_gates or (() if project is None else project.feature_gates)

    @property
    def is_standard_input(self) -> bool:
        """Whether it comes from standard input, which can be read once."""
        from schedcfg.sources import STDIN

        return self._path == STDIN

    def generate(self, maker: "Maker[Any]", *, otherwise: str | None = None) -> "Generation":
        """Read and validate it, and make files around it; see `generate_around`.

        Args:
            maker: Makes the files.
            otherwise: The release if none was requested; None: the newest that serves its API version.

        Raises:
            UnreadableInput: if it cannot be read.
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if it does not start with the feature gates.
        """
        from schedcfg.document import parse
        from schedcfg.generate.generation import DEFAULT_NAME, generate_around_file
        from schedcfg.validation.options import Options

        name = DEFAULT_NAME if self.is_standard_input else PurePath(self._path).name
        text, kubernetes = read_text(self._path), self.kubernetes or otherwise
        options = Options(kubernetes, feature_gates=self.feature_gates)
        if self._project is not None:
            from schedcfg.validation.settings.merge import registry, with_releases, with_settings

            options = replace(options, registry=registry(self._project, frozenset(), ()))
            options = with_releases(with_settings(options, self._project), self._project).at(self._path)
        return generate_around_file(parse(text), maker, options, name=name, path=self._path)


class ConfiguredCommand(click.Command):
    """A command with `--config`; for a file that is written without the option, it shows the line that is meant."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line.

        Raises:
            click.UsageError: if a file is where other commands have it; with the whole command that is meant.
        """
        if not ctx.resilient_parsing:
            given, others, _ = self.make_parser(ctx).parse_args(list(args))
            if others and "config" not in given:
                raise click.UsageError(_with_config(ctx.command_path, args, others[0], given.get("output")), ctx)
        return super().parse_args(ctx, args)


def _with_config(command: str, args: list[str], path: str, former_output: str | None) -> str:
    """Return that the configuration is an option here, with the command line that is meant."""
    place = args.index(path)
    words: Iterable[str] = [*args[:place], "--config", *args[place:]]
    if former_output is not None:
        words = options.with_write_to(former_output, words)
    return f"the configuration follows --config here. Write: {command} {shlex.join(words)}"


def configured(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--config`, `--kubernetes` and `--feature-gates` to a command, as one argument: `configured`."""

    @wraps(command)
    def with_config(*, config: str, kubernetes: str | None, feature_gates: tuple[str, ...], **inputs: Any) -> Any:
        project = chosen_project(inputs)
        return command(**inputs, configured=ConfigArgument(config, kubernetes, feature_gates, project))

    return click.option(
        "-c", "--config", required=True, metavar="FILE", help="Configuration to run, or - for standard input."
    )(
        options.release(
            "Kubernetes release that will run it, e.g. 1.29. Default: the newest that serves its apiVersion."
        )(options.feature_gates(settings_options(with_config)))
    )


def _place(_ctx: click.Context, _parameter: click.Parameter, path: str | None) -> str | None:
    """Return the normalized path; refuse those where the configuration cannot be."""
    if path is None:
        return None
    from schedcfg.generate.checks import MANIFESTS

    if not path.startswith("/"):
        raise click.BadParameter("write an absolute path")
    if path.endswith("/"):
        raise click.BadParameter("name the file, not a folder")
    # POSIX leaves open what two slashes at the beginning mean; Linux treats them as one.
    place = posixpath.normpath(f"/{path.lstrip('/')}")
    if place == "/":
        raise click.BadParameter("name the file, not a folder")
    if MANIFESTS in {place, posixpath.dirname(place)}:
        raise click.BadParameter(f"the kubelet reads every file in {MANIFESTS} as a Pod; choose another folder")
    return place


config_path = click.option(
    "--config-path",
    metavar="PATH",
    callback=_place,
    help="Path of the configuration on the control plane nodes. Default: in /etc/kubernetes, under its own name.",
)
"""Adds `--config-path` to a command: absolute and normalized; None if it is not given."""


def read_text(path: str) -> str:
    """Read a file; `-` is standard input.

    Raises:
        UnreadableInput: with the file's name, the reason and what to do, in one line.
    """
    try:
        return decode_text(Source(path).read())
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(path, error.sentence)) from None


def single_word(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """Return a value without spaces as it is; None if the option is not given.

    Raises:
        click.BadParameter: if it is empty, or has spaces.
    """
    if text is not None and (not text or any(letter.isspace() for letter in text)):
        raise click.BadParameter("it is empty" if not text else f"`{text}` contains spaces")
    return text

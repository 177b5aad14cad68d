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
    from schedcfg.commands.generate.generation import Generation, Maker
    from schedcfg.releases.release import Release
    from schedcfg.validation.options import Options
    from schedcfg.validation.settings.reading import Project


class ConfigArgument:
    """A configuration that was named on the command line.

    Args:
        path: Its file; `-` is standard input. None: none was named, where a command does not require one.
        kubernetes: The release that is to run it, as written.
        feature_gates: What follows each `--feature-gates`; without any, those of the settings.
        project: The settings; None: none.
    """

    def __init__(
        self, path: str | None, kubernetes: str | None, feature_gates: tuple[str, ...], project: "Project | None" = None
    ) -> None:
        self._path, self.kubernetes, self._project = path, kubernetes, project
        self.feature_gates = feature_gates or (() if project is None else project.feature_gates)

    @property
    def is_given(self) -> bool:
        """Whether one was named."""
        return self._path is not None

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
        from schedcfg.commands.generate.generation import DEFAULT_NAME, generate_around_file
        from schedcfg.document import parse

        assert self._path is not None, "a command without a required --config looks whether there is one"
        name = DEFAULT_NAME if self.is_standard_input else PurePath(self._path).name
        text = read_text(self._path)
        return generate_around_file(
            parse(text), maker, self._options(otherwise).at(self._path), name=name, path=self._path
        )

    def release(self) -> "Release":
        """Return the chosen release, of the options or the settings; without any, the newest.

        Raises:
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if it does not start with the feature gates.
        """
        from schedcfg import releases

        chosen = self._options(None).release()
        return releases.at(releases.NEWEST) if chosen is None else chosen

    def _options(self, otherwise: str | None) -> "Options":
        from schedcfg.validation.options import Options

        options = Options(self.kubernetes or otherwise, feature_gates=self.feature_gates)
        if self._project is None:
            return options
        from schedcfg.validation.settings.merge import registry, with_releases, with_settings

        options = replace(options, registry=registry(self._project, frozenset(), ()))
        return with_releases(with_settings(options, self._project), self._project)


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
    config = click.option(
        "-c", "--config", required=True, metavar="FILE", help="Configuration to run, or - for standard input."
    )
    release = "Kubernetes release that will run it, e.g. 1.29. Default: the newest that serves its apiVersion."
    return config(options.release(release)(_as_one_argument(command)))


def configured_if_named(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the same options as `configured` to a command that needs no configuration."""
    config = click.option(
        "-c", "--config", metavar="FILE", help="Configuration of the scheduler, or - for standard input."
    )
    release = "Kubernetes release of the cluster, e.g. 1.36. Default: the newest that serves the configuration."
    return config(options.release(release)(_as_one_argument(command)))


def _as_one_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--feature-gates` and the settings to a command, which gets them and the configuration as `configured`."""

    @wraps(command)
    def with_config(
        *, config: str | None, kubernetes: str | None, feature_gates: tuple[str, ...], **inputs: Any
    ) -> Any:
        project = chosen_project(inputs)
        return command(**inputs, configured=ConfigArgument(config, kubernetes, feature_gates, project))

    return options.feature_gates(settings_options(with_config))


def _place(_ctx: click.Context, _parameter: click.Parameter, path: str | None) -> str | None:
    """Return the normalized path; refuse those where the configuration cannot be."""
    if path is None:
        return None
    from schedcfg.commands.generate.checks import MANIFESTS

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


def labels(_ctx: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Read labels.

    Raises:
        click.BadParameter: if one is none, or two contradict each other.
    """
    from schedcfg.plugins.label_syntax import key_objection, value_objection

    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"`{text}` is not KEY=VALUE, e.g. team=batch")
        objection = key_objection(key) or value_objection(value)
        if objection:
            raise click.BadParameter(f"`{text}` is not a label: {objection}")
        if found.setdefault(key, value) != value:
            raise click.BadParameter(f"no object has both {key}={found[key]} and {key}={value}")
    return found

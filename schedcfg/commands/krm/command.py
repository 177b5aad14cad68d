"""`schedcfg krm`."""

import sys
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options
from schedcfg.cli.exit_status import exit_status
from schedcfg.cli.validation_options import chosen_project, settings_options

if TYPE_CHECKING:
    from schedcfg.validation.options import Options

_EXAMPLES = """\b
A function's configuration, for kustomize (under transformers, validators or generators) and kpt:
  apiVersion: schedcfg.io/v1alpha1
  kind: SchedulerConfig
  metadata:
    name: schedulers
    annotations: {config.kubernetes.io/function: "exec: {path: schedcfg, args: [krm]}"}
  spec:
    kubernetes: "1.34"       Kubernetes release to validate against
    migrateTo: v1            migrate configurations to this API version

\b
Examples:
  kustomize build --enable-alpha-plugins --enable-exec overlays/production
  kpt fn eval --exec "schedcfg krm" manifests/
"""


@click.command("krm", epilog=_EXAMPLES, hidden=True, short_help="Run as a function inside kustomize and kpt.")
@options.feature_gates
@settings_options
def command(**inputs: Any) -> None:
    """Run as a KRM function for kustomize and kpt, with a ResourceList on standard input and output.

    Validates configurations in ConfigMaps or migrates them to another API version, and generates what a
    SchedulerConfig describes. Findings go to the results of the list and to standard error.

    Exit status: 0 done; 1 something is refused; 2 usage error; 3 standard input is not a ResourceList, or an item
    cannot be read.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        raise click.UsageError("standard input is a terminal; expected a ResourceList from kustomize or kpt")
    from schedcfg.cli.reporting import colored, resume_garbage_collection, write_stderr, write_stdout_bytes
    from schedcfg.commands.generate.subcommands.inputs import read_text
    from schedcfg.commands.krm import results
    from schedcfg.commands.krm.function import run
    from schedcfg.sources import STDIN

    resume_garbage_collection()
    done = run(read_text(STDIN), _options(inputs))
    write_stderr(results.render_results(done, colored=colored(sys.stderr)))
    write_stdout_bytes(done.text.encode())
    raise click.exceptions.Exit(exit_status(failed=not done.is_complete, refused=done.failed))


def _options(inputs: dict[str, Any]) -> "Options":
    """Return what holds where the function's configuration says nothing else: the options, then the settings."""
    from dataclasses import replace

    from schedcfg.validation.options import Options

    made, project = Options(feature_gates=inputs.pop("feature_gates") or None), chosen_project(inputs)
    if project is None:
        return made
    from schedcfg.validation.settings.merge import registry, with_releases, with_settings

    made = replace(made, registry=registry(project, frozenset(), ()))
    return replace(with_releases(with_settings(made, project), project), per_path=())

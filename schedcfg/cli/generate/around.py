"""The options of commands that generate files around a configuration, and how it is read."""

from collections.abc import Callable
from functools import wraps
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import options

if TYPE_CHECKING:
    from schedcfg.generate.maker import Maker
    from schedcfg.generate.results import Generation


class Configured:
    """A configuration that was named on the command line.

    Args:
        path: Its file; `-` is standard input.
        kubernetes: The release that is to run it, as written.
        feature_gates: What follows each `--feature-gates`.
    """

    def __init__(self, path: str, kubernetes: str | None, feature_gates: tuple[str, ...]) -> None:
        self._path, self.kubernetes, self.feature_gates = path, kubernetes, feature_gates

    @property
    def is_standard_input(self) -> bool:
        """Whether it comes from standard input, which can be read once."""
        from schedcfg.sources import STDIN  # noqa: PLC0415 - so that --help stays quick

        return self._path == STDIN

    def generate(self, maker: "Maker", *, otherwise: str | None = None) -> "Generation":
        """Read and judge it, and make files around it; see `operations.generating.around`.

        Args:
            maker: Makes the files.
            otherwise: The release where none was asked for; None: the newest that serves its API version.

        Raises:
            UnreadableInput: if it cannot be read.
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if it does not start with the feature gates.
        """
        from schedcfg.cli.generate.reading import read_text  # noqa: PLC0415 - as above
        from schedcfg.generate.around import DEFAULT_NAME, generate_around  # noqa: PLC0415 - as above
        from schedcfg.options import Options  # noqa: PLC0415 - as above

        name = DEFAULT_NAME if self.is_standard_input else PurePath(self._path).name
        text, kubernetes = read_text(self._path), self.kubernetes or otherwise
        options = Options(kubernetes, feature_gates=self.feature_gates)
        return generate_around(text, maker, name=name, path=self._path, options=options)


def configured(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--config`, `--kubernetes` and `--feature-gates`, as one argument: `configured`."""

    @wraps(command)
    def together(*, config: str, kubernetes: str | None, feature_gates: tuple[str, ...], **given: Any) -> Any:
        return command(**given, configured=Configured(config, kubernetes, feature_gates))

    return click.option(
        "-c", "--config", required=True, metavar="FILE", help="The configuration to run; - is standard input."
    )(
        options.release("The release that is to run it, e.g. 1.29. Default: the newest that serves its apiVersion.")(
            options.feature_gates(together)
        )
    )

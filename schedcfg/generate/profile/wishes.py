"""What a user wants of a profile besides its preset: plugins enabled, disabled, re-weighted, and their Args."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from schedcfg.document import parse
from schedcfg.errors import WrongRequest
from schedcfg.generate.profile.plan import SCORE
from schedcfg.golang.numbers import MAX_INT32

_WISH = re.compile(r"(?P<plugin>[^@=]+)(@(?P<point>[^@=]+))?(=(?P<weight>[^@=]+))?\Z")
_ARGUMENT = re.compile(r"(?P<plugin>[^.=]+)\.(?P<field>[^=]+)=(?P<value>.*)\Z", re.DOTALL)
_HIGHEST_WEIGHT = MAX_INT32


class Wish(NamedTuple):
    """A plugin to enable or disable.

    Attributes:
        plugin: Its name; when disabling, `*` stands for all that run at the point.
        point: The extension point; None: wherever it runs.
        weight: Its weight at `score`; None: 1, or the one that it has already.
    """

    plugin: str
    point: str | None = None
    weight: int | None = None

    @classmethod
    def read(cls, text: str) -> "Wish":
        """Read `PLUGIN[@POINT][=WEIGHT]`.

        Raises:
            WrongRequest: if the text is something else.
        """
        found = _WISH.match(text)
        if found is None:
            raise WrongRequest(f"`{text}` names no plugin", "Write PLUGIN, PLUGIN@POINT, or PLUGIN@score=WEIGHT.")
        weight = found["weight"]
        return cls(found["plugin"], found["point"], None if weight is None else _weight(weight, text))


class Argument(NamedTuple):
    """A value for a plugin's Args: the plugin, the keys that lead to the field, and what is to stand there."""

    plugin: str
    path: tuple[str, ...]
    value: object

    @classmethod
    def read(cls, text: str) -> "Argument":
        """Read `PLUGIN.path.to.field=VALUE`, the value as YAML.

        Raises:
            WrongRequest: if the text is something else.
        """
        found = _ARGUMENT.match(text)
        if found is None or not all(found["field"].split(".")):
            raise WrongRequest(f"`{text}` sets no field of any args", "Write PLUGIN.path.to.field=VALUE.")
        read = parse(found["value"])
        if read.error is not None or len(read.documents) > 1:
            raise WrongRequest(f"the value in `{text}` is not one YAML value", "Quote it for YAML, and for the shell.")
        value = read.documents[0].data if read.documents else None
        return cls(found["plugin"], tuple(found["field"].split(".")), value)


class Wishes(NamedTuple):
    """What is wanted of one profile.

    Attributes:
        enable: Plugins to enable; at each point they run in this order.
        disable: Plugins to disable; they go first.
        weights: Plugins that score by default or by now, each with its new weight.
        args: Values for Args; a later one goes before an earlier one.
        compiled_in: Names that are no misspellings, however much they look like one.
    """

    enable: tuple[Wish, ...] = ()
    disable: tuple[Wish, ...] = ()
    weights: tuple[Wish, ...] = ()
    args: tuple[Argument, ...] = ()
    compiled_in: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        *,
        enable: Iterable[str] = (),
        disable: Iterable[str] = (),
        weights: Iterable[str] = (),
        args: Iterable[str] = (),
        compiled_in: Iterable[str] = (),
    ) -> "Wishes":
        """Read what follows each `--enable`, `--disable`, `--weight`, `--arg` and `--plugin`.

        Raises:
            WrongRequest: if one of them cannot be read.
        """
        return cls(
            tuple(map(Wish.read, enable)),
            tuple(map(Wish.read, disable)),
            tuple(map(_read_weight, weights)),
            tuple(map(Argument.read, args)),
            tuple(compiled_in),
        )

    @property
    def plugins(self) -> frozenset[str]:
        """The names of plugins that have to exist."""
        return frozenset({*(wish.plugin for wish in self.enable), *self.compiled_in})


def _read_weight(text: str) -> Wish:
    wish = Wish.read(text)
    if wish.weight is None or wish.point not in {None, SCORE}:
        raise WrongRequest(f"`{text}` says no weight of a score", "Write PLUGIN=WEIGHT.")
    return wish


def _weight(text: str, whole: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= _HIGHEST_WEIGHT:
        return int(text)
    raise WrongRequest(
        f"`{text}` in `{whole}` is no weight; it must be a number between 1 and {_HIGHEST_WEIGHT}",
        "To have a plugin not count at all, disable it: --disable PLUGIN@score.",
    )

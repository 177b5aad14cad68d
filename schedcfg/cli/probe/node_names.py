"""Names of nodes on the command line."""

import click


def each_once(_ctx: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Take every name once, in order.

    Raises:
        click.BadParameter: if one is empty.
    """
    if not all(names):
        raise click.BadParameter("a node has a name, and this one is empty")
    return tuple(dict.fromkeys(names))

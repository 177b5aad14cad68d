"""Names that are given on the command line: of images, of programs, of objects."""

import click


def word(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """Take one word as it is; None where the option is not given.

    Raises:
        click.BadParameter: if it is empty, or has spaces.
    """
    if text is not None and (not text or any(letter.isspace() for letter in text)):
        raise click.BadParameter("it is empty" if not text else f"`{text}` has spaces")
    return text

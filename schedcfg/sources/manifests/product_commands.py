"""Commands that give a product flags of kube-scheduler, by options that no other program has."""

from collections.abc import Iterator, Sequence
from functools import cache

from schedcfg.document.span import Path
from schedcfg.document.units import split_words
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.command_line import CommandLineFlag, is_resolved
from schedcfg.sources.manifests.flags_in_data import by_known_name, flags_in_pairs
from schedcfg.sources.manifests.product_documents import ProductScheduler
from schedcfg.sources.manifests.running import RunningScheduler, run_by_product
from schedcfg.sources.manifests.shell import Word
from schedcfg.sources.manifests.versions import NamedVersion, named_version
from schedcfg.sources.products import products
from schedcfg.sources.products.product import FlagOption, Product

_NAME = pattern(r"-{0,2}[A-Za-z][\w.-]*\Z")
"""A flag; what is in the place of one in prose, as `<flag>`, is none."""


@cache
def product_options() -> tuple[tuple[Product, FlagOption], ...]:
    """Return the options of all products, those first that may have another one's in their values."""
    found = ((product, option) for product in products() for option in product.options)
    return tuple(sorted(found, key=lambda one: not one[1].prefix))


def _flags(option: FlagOption, value: Word) -> Iterator[CommandLineFlag]:
    """Yield the flag in a value of an option; none where that is for something else."""
    pair = value.text.removeprefix(option.prefix)
    if option.prefix and pair == value.text:
        return
    if option.end:
        pair = pair.rpartition(option.end)[0] or pair
    for flag in flags_in_pairs(pair, value.path):
        if _NAME.match(flag.name):
            yield by_known_name(flag)._replace(is_known=flag.is_known and value.is_known)


def run_in_script(lines: object) -> Iterator[RunningScheduler]:
    """Yield the schedulers to which the lines of a script give flags, each a list of words."""
    exported: list[Word] = []
    variables = {name for _, option in product_options() for name in option.versions if not name.startswith("-")}
    for number, line in enumerate(lines if isinstance(lines, list) else ()):
        words = [part for index, word in enumerate(line) for part in word_parts(Word(word, (number, index)))]
        scheduler = in_command([*words, *exported], (number,))
        if scheduler is not None:
            yield run_by_product(scheduler, "", (number,))
        exported += [word for word in words if word.text.partition("=")[0] in variables]


def word_parts(word: Word) -> list[Word]:
    """Return the words in a word of several, as `INSTALL_K3S_EXEC` has them; what a shell puts in is not known."""
    written = split_words(word.text) if " " in word.text else [word.text]
    return [Word(part, word.path, is_known=is_resolved(part) and not {"$", "`"} & set(part)) for part in written]


def in_command(words: Sequence[Word], path: Path) -> ProductScheduler | None:
    """Return the scheduler to which a command gives flags; None where it gives none.

    Args:
        words: The words of the command.
        path: Where it is.
    """
    for product, option in product_options():
        flags = tuple(flag for value in _values(words, option.option) for flag in _flags(option, value))
        if flags:
            return ProductScheduler(product, path, None, flags, _version(words, option.versions))
    return None


def _version(words: Sequence[Word], options: tuple[str, ...]) -> NamedVersion | None:
    """Return the release that the value of an option names; None where none does."""
    for value in (value for option in options for value in _values(words, option)):
        version = named_version([value.text], ((0,),)) if value.is_known else None
        if version is not None:
            return version._replace(path=value.path)
    return None


def _values(words: Sequence[Word], option: str) -> list[Word]:
    """Return the values of an option, in order: behind `=`, or the next word."""
    joined = f"{option}="
    found = []
    for number, word in enumerate(words):
        if word.text.startswith(joined):
            found.append(word._replace(text=word.text.removeprefix(joined)))
        elif word.text == option and number + 1 < len(words):
            found.append(words[number + 1])
    return found

"""Commands that give a product flags of kube-scheduler, by options that no other program has.

Upstream:

- k3s and RKE2: `ExtraSchedulerArgs` in pkg/cli/cmds/server.go of github.com/k3s-io/k3s.
- k3d: `--k3s-arg` in cmd/cluster/clusterCreate.go of github.com/k3d-io/k3d; what follows an `@` selects nodes.
- minikube: `ExtraOptionSlice` in pkg/minikube/config/extra_options.go of github.com/kubernetes/minikube, and
  `NewComponentExtraArgs` in pkg/minikube/bootstrapper/bsutil: what is for `scheduler` becomes `extraArgs` of kubeadm.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.document.units import split_words
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.command_line import CommandLineFlag, is_resolved
from schedcfg.sources.manifests.known_products import K3D, K3S
from schedcfg.sources.manifests.products import Product, ProductScheduler, by_known_name, read_pairs
from schedcfg.sources.manifests.running import RunningScheduler, run_by_product
from schedcfg.sources.manifests.shell import Word
from schedcfg.sources.manifests.versions import NamedVersion, named_version
from schedcfg.sources.marks import PRODUCT_OPTIONS

_K3S_OPTION, _K3D_OPTION, _MINIKUBE_OPTION = PRODUCT_OPTIONS
_NAME = pattern(r"-{0,2}[A-Za-z][\w.-]*\Z")
"""A flag; what is in the place of one in prose, as `<flag>`, is none."""


class _ProductOption(NamedTuple):
    """An option by which a product is given a flag in each value that begins with something."""

    product: Product
    option: str
    prefix: str = ""
    end: str = ""  # What is behind the flag in a value; empty for nothing
    versions: tuple[str, ...] = ()  # The options, and variables before a command, that name the release

    def flags(self, value: Word) -> Iterator[CommandLineFlag]:
        """Yield the flag in a value of the option; none where that is for something else."""
        pair = value.text.removeprefix(self.prefix)
        if self.prefix and pair == value.text:
            return
        if self.end:
            pair = pair.rpartition(self.end)[0] or pair
        for flag in read_pairs(pair, value.path):
            if _NAME.match(flag.name):
                yield by_known_name(flag)._replace(is_known=flag.is_known and value.is_known)


_OF_INSTALLERS = ("INSTALL_K3S_VERSION", "INSTALL_RKE2_VERSION", "--k3s-version")
"""What names the release to the scripts at get.k3s.io and get.rke2.io, and to k3sup."""
_OPTIONS = (
    # Before the option of k3s, which is in the values of this one.
    _ProductOption(K3D, _K3D_OPTION, prefix=f"{_K3S_OPTION}=", end="@", versions=("--image", "-i")),
    _ProductOption(K3S, _K3S_OPTION, versions=_OF_INSTALLERS),
    _ProductOption(
        Product("minikube", read_pairs), _MINIKUBE_OPTION, prefix="scheduler.", versions=("--kubernetes-version",)
    ),
)


def run_in_script(lines: object) -> Iterator[RunningScheduler]:
    """Yield the schedulers to which the lines of a script give flags, each a list of words."""
    exported: list[Word] = []
    for number, line in enumerate(lines if isinstance(lines, list) else ()):
        words = [part for index, word in enumerate(line) for part in word_parts(Word(word, (number, index)))]
        scheduler = in_command([*words, *exported], (number,))
        if scheduler is not None:
            yield run_by_product(scheduler, "", (number,))
        exported += [word for word in words if word.text.partition("=")[0] in _OF_INSTALLERS]


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
    for option in _OPTIONS:
        values = _values(words, option.option)
        flags = tuple(flag for value in values for flag in option.flags(value))
        if flags:
            return ProductScheduler(option.product, path, None, flags, _version(words, option.versions))
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

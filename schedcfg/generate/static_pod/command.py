"""What the container runs."""

from typing import NamedTuple

from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.layout import Layout
from schedcfg.generate.static_pod.wishes import Wishes
from schedcfg.releases.release import Release
from schedcfg.releases.silenced_flags import OVERRIDING, silenced

PROGRAM = "kube-scheduler"


class Command(NamedTuple):
    """A command line as kubeadm writes it: flags sorted by name.

    Attributes:
        flags: Name without dashes → value.
        silent: What kubeadm gives, and has no effect beside `--config`: left out.
        overriding: What kubeadm gives, and wins over the file: likewise.
    """

    flags: dict[str, str]
    silent: tuple[str, ...]
    overriding: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """All of it."""
        return [PROGRAM, *(f"--{name}={value}" for name, value in self.flags.items())]

    def place(self, flag: str) -> int:
        """Tell which word a flag is."""
        return 1 + list(self.flags).index(flag)


def command(given: Given, wishes: Wishes, layout: Layout) -> Command:
    """Make the command line: kubeadm's flags, but for those that the file speaks for."""
    silent, overriding = without_effect(given.release), overriding_flags(given.release)
    flags = {name: value for name, value in layout.flags.items() if name not in silent | overriding}
    flags["config"] = wishes.path_of(given)
    if wishes.feature_gate_flag:
        flags["feature-gates"] = wishes.feature_gate_flag
    return Command(
        flags=dict(sorted(flags.items())),
        silent=tuple(sorted(silent & layout.flags.keys())),
        overriding=tuple(sorted(overriding & layout.flags.keys())),
    )


def without_effect(release: Release) -> set[str]:
    """Name the flags that have no effect beside `--config`."""
    return set(silenced(release))


def overriding_flags(release: Release) -> set[str]:
    """Name the flags that win over the file."""
    return set(OVERRIDING) - without_effect(release)

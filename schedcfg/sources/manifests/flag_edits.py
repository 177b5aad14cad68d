"""Edits of a scheduler's flags where they are written: in a list, in a pair of kubeadm, on a key of a product."""

from collections.abc import Sequence

from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag


def check_separate(line: CommandLine, flags: Sequence[CommandLineFlag]) -> None:
    """Check that flags can be edited by themselves.

    Raises:
        EditConflict: where they share an item with others, as in a script.
    """
    others = [flag.path for flag in line.flags if flag not in flags]
    if line.in_shell or any(flag.path in others or flag.path in {word.path for word in line.joined} for flag in flags):
        raise EditConflict(
            "it shares an item with other words, as in a script, which is not edited", "Change it by hand.", (), 0, 0
        )


def remove_flag(draft: Draft, flag: CommandLineFlag) -> None:
    """Remove a flag, with the item that its value is in.

    Raises:
        EditConflict: where that is not safe.
    """
    for path in [flag.path[:-1]] if _is_pair(flag) else sorted({flag.path, flag.value_path}, reverse=True):
        draft.remove(path)


def rewrite_flag(draft: Draft, flag: CommandLineFlag, name: str, value: str) -> None:
    """Write a flag under a name and with a value.

    Raises:
        EditConflict: where that is not safe.
    """
    if flag.on_key:
        path = flag.path
        if name != flag.name:
            if flag.path[-1] != flag.name:
                raise EditConflict(f"the product has no field for `--{name}`", "Change it by hand.", flag.path, 0, 0)
            draft.rename(flag.path, name)
            path = (*flag.path[:-1], name)
        if value != flag.value:
            draft.replace(path, value)
    elif _is_pair(flag):
        draft.replace(flag.path, name)
        draft.replace(flag.value_path, value)
    elif flag.path == flag.value_path:
        written = str(draft.get(flag.path))
        dashes = written[: len(written) - len(written.lstrip("-"))]
        draft.replace(flag.path, f"{dashes}{name}={value}")
    else:
        draft.replace(flag.path, f"--{name}")
        draft.replace(flag.value_path, value)


def _is_pair(flag: CommandLineFlag) -> bool:
    """Return whether a flag is an item with `name` and `value`, as kubeadm has it since v1beta4."""
    return flag.path[-1:] == ("name",) and flag.value_path[-1:] == ("value",)

"""How messages name what an account may do in the API server."""

from collections.abc import Iterable, Sequence

from schedcfg.releases.rights import Right


def named_right(right: Right) -> str:
    """Return the objects of a right as kubectl names them: `resourceclaims.resource.k8s.io/status`."""
    name, slash, subresource = right.resource.name.partition("/")
    return f"`{'.'.join(filter(None, (name, right.resource.group)))}{slash}{subresource}`"


def named_actions(rights: Iterable[Right], between: str = " on ") -> str:
    """Return what is done with which objects: `` `update` on `persistentvolumes` and `persistentvolumeclaims` ``."""
    by_verbs: dict[tuple[str, ...], list[str]] = {}
    for right in rights:
        by_verbs.setdefault(right.verbs, []).append(named_right(right))
    return ", ".join(
        f"{in_words([f'`{verb}`' for verb in verbs])}{between}{in_words(names)}" for verbs, names in by_verbs.items()
    )


def in_words(names: Sequence[str]) -> str:
    """Return names with `and` before the last one."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))

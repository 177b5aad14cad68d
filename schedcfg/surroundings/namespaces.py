"""Namespaces of manifests, which tools may still put in."""


def may_be_same(namespace: str, other: str) -> bool:
    """Tell whether two manifests may be in one namespace: where one names none, whoever applies it chooses."""
    return "" in {namespace, other} or namespace == other

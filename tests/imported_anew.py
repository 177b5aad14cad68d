"""Modules that a test imports anew."""

import sys
from collections.abc import Iterable

import pytest


def forget(patched: pytest.MonkeyPatch, names: Iterable[str]) -> None:
    """Have modules imported anew by a test that has them imported; after it, they are what they were before.

    That is so in their packages, too: these keep what was imported last, which is what later tests would patch, while
    `sys.modules` has what is used.
    """
    known = [name for name in names if name in sys.modules]
    for name in known:
        package, _, own_name = name.rpartition(".")
        patched.setattr(sys.modules[package], own_name, sys.modules[name])
    for name in known:
        patched.delitem(sys.modules, name)


def imported_twice() -> list[str]:
    """Return the names of modules of which packages have another one than `sys.modules`."""
    found: list[str] = []
    for name, module in sys.modules.items():
        package, _, own_name = name.rpartition(".")
        known = vars(sys.modules[package]).get(own_name, module) if package in sys.modules else module
        if name.startswith("schedcfg.") and type(known) is type(module) and known is not module:
            found.append(name)
    return found

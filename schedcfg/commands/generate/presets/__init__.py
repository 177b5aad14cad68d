"""The presets, one per file, found by looking into the folder; a new one edits nothing else but the options."""

import pkgutil
from functools import cache
from importlib import import_module

from schedcfg.commands.generate.profile_plan import Preset
from schedcfg.errors import WrongRequest, near_or


@cache
def all_presets() -> dict[str, Preset]:
    """Map the names of all presets, sorted, to them."""
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    presets: list[Preset] = [module.PRESET for module in modules]
    return {preset.name: preset for preset in sorted(presets, key=lambda preset: preset.name)}


def find(name: str) -> Preset:
    """Look a preset up.

    Raises:
        WrongRequest: if there is none of this name.
    """
    known = all_presets()
    if name not in known:
        raise WrongRequest(f"there is no preset `{name}`", near_or(name, known, f"Presets: {', '.join(known)}."))
    return known[name]

"""What rules were called before: comments, settings, options and baselines may still have the old ids."""

from collections.abc import Iterable, Iterator

FORMER_IDS = {
    "misspelt-scheduler-name": "misspelled-scheduler-name",
    "network-traffic-outvoted": "network-traffic-outweighed",
    "outvoted-packing": "outweighed-packing",
}
"""Old id → the id of today."""


def current_id(name: str) -> str:
    """Return what a rule is called today; any other name as it is."""
    return FORMER_IDS.get(name, name)


def former_ids(rule: str) -> Iterator[str]:
    """Yield what a rule was called before."""
    return (old for old, new in FORMER_IDS.items() if new == rule)


def notes_on_former_ids(names: Iterable[str]) -> Iterator[str]:
    """Yield for each name that is a former id what the rule is called today."""
    return (f"the rule `{name}` is called `{FORMER_IDS[name]}` now" for name in names if name in FORMER_IDS)

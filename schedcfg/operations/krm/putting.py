"""Generated manifests put among the items: new ones at the end, older ones brought to what they should be."""

from schedcfg.document import Path
from schedcfg.document.edit import Draft
from schedcfg.document.edit.expected import same
from schedcfg.operations.krm.resources import resource
from schedcfg.sources.embedded import manifests

_CARRIED = ("metadata",)
"""What whoever carries an item about adds to: annotations that tell its file, labels of all that is deployed."""


def put(draft: Draft, wanted: dict[str, object]) -> None:
    """Let the list hold a manifest.

    An item with the same API version, kind, namespace and name becomes the manifest by the fewest edits; its metadata
    keeps what the manifest does not have.

    Raises:
        EditConflict: where the item cannot be changed, or has comments inside of what is written anew.
    """
    identity = resource(wanted).identity
    for there in manifests(draft.data):
        if there.path and resource(there.data, there.kind).identity == identity:
            _bring(draft, there.path, wanted, ())
            return
    items = draft.get(("items",)) if draft.has(("items",)) else None
    draft.insert(("items", len(items) if isinstance(items, list) else 0), wanted)


def _bring(draft: Draft, item: Path, wanted: object, within: Path) -> None:
    """Change what stands at a path of an item into what is wanted there."""
    path = (*item, *within)
    there = draft.get(path)
    if same(there, wanted):
        return
    if not isinstance(there, dict) or not isinstance(wanted, dict):
        draft.replace(path, wanted)
        return
    if within[:1] != _CARRIED:
        for key in [key for key in there if key not in wanted]:
            draft.remove((*path, key))
    for key, value in wanted.items():
        if key in there:
            _bring(draft, item, value, (*within, key))
        else:
            draft.insert((*path, key), value)

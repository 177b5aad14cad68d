"""What `krm` reports about its own function configuration and about items that it cannot change."""

from schedcfg.cards import FindingCard

_TITLES = {
    "bare-configuration": "A configuration is not an object of Kubernetes: it belongs in a ConfigMap",
    "edit-conflict": "The item cannot be changed where it is necessary",
    "generated-twice": "Two entries generate the same object",
    "internal-error": "schedcfg itself failed on the item: please report it",
    "missing-field": "A field of the function's configuration is missing",
    "unknown-field": "The function's configuration has no such field",
    "unknown-kind": "The function takes no configuration of this kind",
    "unknown-version": "The function takes no configuration of this API version",
    "wrong-type": "A field of the function's configuration has the wrong type",
    "wrong-value": "A field of the function's configuration does not accept this value",
}

FINDING_CARDS = tuple(FindingCard(id_, "krm", title, ("error",)) for id_, title in _TITLES.items())

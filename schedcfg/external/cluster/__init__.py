"""What runs in a cluster, read through the user's own kubectl and validated like a folder of manifests.

- `reading` calls `get` and `version`, nothing else and never for Secrets, and keeps what has to do with schedulers.
- `objects` are those; `configurations` are the ones among them, for `validate`, `effective`, `why` and `diff`.
- `schedcfg.changes.upgrade.cluster` plans the upgrade of all of it.
"""

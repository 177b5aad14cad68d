"""What runs in a cluster, read through the user's own kubectl and validated like a folder of manifests.

- `kubectl` runs it, to read: `get` and `version`, and nothing else. Secrets are never read.
- `reading` is what it asks for, and what of the answers has to do with schedulers; `objects` are those.
- `validate` validates them together; `configurations` are the ones among them, for `effective`, `why` and `diff`.
- `schedcfg.changes.upgrade.cluster` plans the upgrade of all of it.
"""

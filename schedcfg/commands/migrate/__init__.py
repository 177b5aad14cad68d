"""Migration between API versions: edits of the text, step by step, each proven to keep behavior."""

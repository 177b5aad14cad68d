"""Reference: what plugins, releases, fields and rules are."""

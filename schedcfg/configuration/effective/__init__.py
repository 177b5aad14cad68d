"""The effective configuration: completed, merged with the default plugins, MultiPoint spread out."""

"""The manifests around configurations: found, put together, judged."""

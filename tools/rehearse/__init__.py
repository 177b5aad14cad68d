"""The rehearsal of a release: `python -m tools.rehearse`."""

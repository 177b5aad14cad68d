"""Clusters whose control plane somebody else runs: what users may set of its scheduler, as a table of products."""

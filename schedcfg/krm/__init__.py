"""A KRM function: `schedcfg krm` inside kustomize and kpt."""

"""Manifests that run kube-scheduler, and the files around them."""

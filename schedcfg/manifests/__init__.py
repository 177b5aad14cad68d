"""Manifests that run kube-scheduler, and what stands beside them."""

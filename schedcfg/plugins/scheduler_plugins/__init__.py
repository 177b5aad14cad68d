"""The plugins of kubernetes-sigs/scheduler-plugins, as the head of each release branch has them.

A release `0.29` is made for Kubernetes 1.29, and all releases in these files are named by that: `1.29`.
"""

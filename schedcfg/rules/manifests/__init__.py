"""What is wrong with manifests that run a scheduler, or name one, one rule per file.

A finding is refused (a fact) where the stock kube-scheduler is certain not to start, wherever it runs; else it is
advice, and its message says on what it depends.
"""

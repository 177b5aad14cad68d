"""What is wrong with the manifests around a configuration, one rule per file.

A finding is refused (a fact) where the stock kube-scheduler is certain not to start; else it is advice.
"""

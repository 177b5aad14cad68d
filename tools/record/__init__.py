"""What the real kube-scheduler of a release says: its facts and its answers to cases, recorded from its own code.

`python -m tools.record 1.38` builds the Go program of `program/` with the modules of that release and runs it.
"""

"""HTTP extenders, asked as kube-scheduler asks them (`pkg/scheduler/extender.go`), and their answers checked.

- `run` finds the extenders of a file, and lets a Pod meet them all, in order.
- `wire` has the bodies of requests and the types of answers; `connection` how an extender is reached; `call` makes one.
- `answers` has what comes of an answer; `findings` lists what can be found. `results` are written by `text`.
"""

"""HTTP extenders, asked as kube-scheduler asks them (`pkg/scheduler/extender.go`), and their answers checked.

- `run` finds the extenders of a file; `trial` lets a Pod meet them all, in order.
- What is asked: `inputs`, as `request_bodies` has them.
- How: `connection`. A `call` is decoded by `golang.json_decoding` into the `response_types`.
- What comes of it: `filtering`, `preemption`, `scoring`. `findings` lists what can be found.
- `results` are written by `text` and `json`.
"""

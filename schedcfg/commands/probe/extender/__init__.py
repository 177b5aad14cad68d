"""HTTP extenders: one request for each verb, what came back, and one reason where kube-scheduler could not use it.

- `run` calls the extenders of a file, in the order in which a Pod meets them; `requests` are the bodies.
- `decoding` reads a response into the fields of the API; `responses` is what kube-scheduler makes of them.
- `findings` lists what can be found; `results` are written by `text`.
"""

"""What NetworkTraffic would meet, and make of it: its queries sent, its arithmetic done, its failures explained.

- `run` finds the profiles that run it in a file; `examination` goes the way for one: which nodes there are, a query for
  each (`queries`), and what the plugin makes of the answers (`measurements`).
- The explanations: `unanswered`, `missing`, `measurements`; `findings` lists what can be found.
- `results` are written by `text`, `json` and `svg`.
"""

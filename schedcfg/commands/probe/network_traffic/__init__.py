"""What NetworkTraffic would meet, and make of it: its queries sent, its arithmetic done, its failures explained.

- `run` finds the profiles that run it in a file, and asks for each: which nodes there are, queries (`queries`),
  what the plugin makes of the answers (`measurements`), and why it gets none (`reasons`).
- `results`, and all that can be found, are written by `text`.
"""

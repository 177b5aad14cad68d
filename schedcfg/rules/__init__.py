"""Rules: what is refused, what is advised against, and what they look at."""

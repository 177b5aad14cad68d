"""New files: configurations from intent, and what runs them. Deterministic, byte for byte."""

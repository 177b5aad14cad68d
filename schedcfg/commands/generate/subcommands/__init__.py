"""The commands below `generate`, and what they share."""

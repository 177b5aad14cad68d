"""The sections of the report for reading, one per file; each yields lines."""

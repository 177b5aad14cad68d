"""What is so: the effective configuration, why a plugin matters, the reference, JSON Schemas."""

"""JSON Schemas for editors."""

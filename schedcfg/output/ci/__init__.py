"""Reports for continuous integration: what its services show beside the lines of a change."""

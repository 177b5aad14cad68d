"""What a Git repository has in another commit, read by the user's own `git`: no hooks, no filters, no network."""

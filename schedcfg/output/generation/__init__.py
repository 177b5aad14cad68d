"""What `generate` has to say, and how committed files differ from generated ones."""

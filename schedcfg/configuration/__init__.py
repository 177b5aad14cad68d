"""What a document means: decoded into a typed model, and completed as a release completes it."""

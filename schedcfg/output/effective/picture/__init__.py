"""The scheduling pipeline of a profile as a picture: what is in it, and where it stands."""

"""Being dissolved."""

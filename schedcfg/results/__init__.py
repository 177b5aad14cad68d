"""What the verbs return and the renderers show: frozen values, one file per verb."""

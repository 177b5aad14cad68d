"""`schedcfg schema`: JSON Schemas of configurations, settings and reports."""

"""The walk: files, texts, documents and manifests validated, with the options and settings that hold for them."""

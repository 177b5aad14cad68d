"""Whether objects have the shapes of Kubernetes' own OpenAPI schemas."""

import kubernetes_validate

from schedcfg.releases.release import Release

_OLDEST = 25
"""The oldest release whose schemas the package has. Objects of older ones have to fit these; nothing that is used
here went or changed since."""


def check_shape(data: dict, release: Release) -> None:
    """Check an object strictly: what the schema does not know is an error.

    Raises:
        kubernetes_validate.ValidationError: if it has another shape.
    """
    kubernetes_validate.validate(data, f"1.{max(release.number, _OLDEST)}", strict=True)

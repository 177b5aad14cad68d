"""The legacy Policy."""

from schedcfg import models, releases
from schedcfg.show.schemas.draft import DIALECT, JsonSchema, SchemaDraft, description_fields
from schedcfg.show.schemas.served import release_names
from schedcfg.sources.type_meta import POLICY_KIND, POLICY_VERSIONS


def schema() -> JsonSchema:
    """Describe what older releases read with `--policy-config-file`."""
    reading = tuple(release for release in releases.all_releases() if release.policy)
    shape = models.policy_shape()
    draft = SchemaDraft(
        oldest=reading[0],
        newest=reading[-1],
        api_version=POLICY_KIND,
        is_open=False,
        is_checked=True,
        default=lambda _: None,
        instead={},
    )
    made = draft.struct(shape)
    made["properties"]["apiVersion"]["enum"] = sorted(POLICY_VERSIONS - {""})
    made["properties"]["kind"]["enum"] = [POLICY_KIND, "", None]
    return {
        "$schema": DIALECT,
        "$id": f"urn:schedcfg:schema:{POLICY_KIND}",
        "$comment": f"Written by `schedcfg schema {POLICY_KIND}`, for {release_names(reading)}.",
        "title": f"{POLICY_KIND} of kube-scheduler",
        **description_fields(
            f"{shape.__doc__} Read by {release_names(reading)} with `--policy-config-file`; later releases do not "
            "read it, and `schedcfg migrate` converts it to profiles."
        ),
        **made,
        "type": "object",
        "required": ["apiVersion"],
    }

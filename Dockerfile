# schedcfg in an image: `docker run --rm --read-only -v "$PWD:/work:ro" schedcfg validate .`
# On a mirror, or on an image of your own with Python 3.11 or newer: `docker build --build-context base=docker-image://IMAGE .`
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS base

FROM base AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY .ci/build .ci/install .ci/
COPY requirements requirements
COPY schedcfg schedcfg
# Without pip of its own: what runs has nothing that installs. The bytecode is compiled here, as the root may be read-only.
RUN sh .ci/install /opt/schedcfg

FROM base
COPY --from=build /opt/schedcfg /opt/schedcfg
ENV PATH="/opt/schedcfg/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1
WORKDIR /work
USER 65532:65532
ENTRYPOINT ["schedcfg"]
CMD ["--help"]

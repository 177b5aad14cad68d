# schedcfg in an image: `docker run --rm --read-only -v "$PWD:/work:ro" schedcfg validate .`
# The base is an argument, so that the image can be built on a mirror, or on an image of your own with Python 3.11 or newer.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY schedcfg schedcfg
# Without pip of its own: what runs has nothing that installs. The bytecode is compiled here, as the root may be read-only.
RUN python3 -m venv --without-pip /opt/schedcfg \
 && python3 -m pip --python /opt/schedcfg/bin/python install --no-cache-dir .

FROM ${BASE}
COPY --from=build /opt/schedcfg /opt/schedcfg
ENV PATH="/opt/schedcfg/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1
WORKDIR /work
USER 65532:65532
ENTRYPOINT ["schedcfg"]
CMD ["--help"]

# Two images of one code: `web` serves the API or a part of it, and sweeps; `worker` lets bots think.
#
#     docker build --target web --tag pomona-web .
#     docker build --target worker --tag pomona-worker .
#
# `make image-check` performs these steps without a container engine, and starts what they make.
# To pin the base by its digest too: docker buildx imagetools inspect python:3.11.13-slim-bookworm, then
# --build-arg BASE=python:3.11.13-slim-bookworm@sha256:...
ARG BASE=python:3.11.13-slim-bookworm

FROM ${BASE} AS code
WORKDIR /opt/pomona/app
COPY pomona.py .
COPY services services
COPY api api
COPY ai ai
COPY worker worker
RUN python -m compileall -q .

# Everything that runs where bots do not think: no numba, no OR-Tools, no server of our own.
FROM code AS plain
COPY requirements/plain.txt /opt/pomona/requirements.txt
RUN python -m venv /opt/pomona/venv
RUN /opt/pomona/venv/bin/python -m pip install --quiet --no-cache-dir --require-hashes -r /opt/pomona/requirements.txt

# numba compiles for the processor that it is told, never for the one that builds: of features too, which it would else ask
# the machine for. So what is compiled here is found on every host that has at least these.
FROM code AS full
COPY requirements/run.txt /opt/pomona/requirements.txt
RUN python -m venv /opt/pomona/venv
RUN /opt/pomona/venv/bin/python -m pip install --quiet --no-cache-dir --require-hashes -r /opt/pomona/requirements.txt
ENV NUMBA_CPU_NAME=x86-64-v3 NUMBA_CPU_FEATURES="" POMONA_CACHE_DIR=/opt/pomona/cache
ARG GAMES=""
RUN /opt/pomona/venv/bin/python -m pomona warmup ${GAMES}

# Both run as a user that owns nothing, on a root that may be read-only; what is written goes to the volume at /tmp. Nothing
# is at POMONA_DATA: who forgets POMONA_SECRETS is told so, instead of getting secrets that no other process knows.
FROM ${BASE} AS web
COPY --from=plain /opt/pomona /opt/pomona
WORKDIR /opt/pomona/app
ENV PATH=/opt/pomona/venv/bin:/usr/local/bin:/usr/bin:/bin PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
ENV HOME=/tmp TMPDIR=/tmp POMONA_DATA=/opt/pomona/none POMONA_ALIVE_FILE=/tmp/alive
ENV POMONA_HOST=0.0.0.0 POMONA_PORT=8000 POMONA_BOTS=compiled POMONA_SOLVER=yes
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --start-interval=2s --retries=3 CMD ["python", "-m", "pomona", "alive", "web"]
ENTRYPOINT ["python", "-m", "pomona"]
CMD ["web"]

FROM ${BASE} AS worker
COPY --from=full /opt/pomona /opt/pomona
WORKDIR /opt/pomona/app
ENV PATH=/opt/pomona/venv/bin:/usr/local/bin:/usr/bin:/bin PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
ENV HOME=/tmp TMPDIR=/tmp POMONA_DATA=/opt/pomona/none POMONA_ALIVE_FILE=/tmp/alive
ENV NUMBA_CPU_NAME=x86-64-v3 NUMBA_CPU_FEATURES="" POMONA_CACHE_DIR=/opt/pomona/cache POMONA_HOST=0.0.0.0
ENV POMONA_BOTS=compiled POMONA_SOLVER=yes
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --start-interval=5s --retries=3 CMD ["python", "-m", "pomona", "alive", "worker"]
ENTRYPOINT ["python", "-m", "pomona"]
CMD ["worker"]

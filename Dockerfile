# The service and CPU workers. One image, three commands: `clipwright serve`, `clipwright worker`, `clipwright jobs`.
#   docker build -t clipwright .
#   docker run --rm -p 127.0.0.1:8000:8000 --read-only --tmpfs /tmp -v clipwright:/data clipwright

FROM python:3.11.13-slim-bookworm@sha256:86adf8dbadc3d6e82ee5dd2c74bec2e1c2467cdad47886280501df722372d2e1 AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
RUN python -m venv /opt/clipwright
ENV PATH=/opt/clipwright/bin:$PATH
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY renderer renderer
COPY pipelines pipelines
COPY api api
# There is no compiler: a package without a wheel fails the build, except two that are pure Python.
RUN pip install --only-binary=:all: --no-binary=docopt,pyvips --constraint constraints.txt '.[render,engines,worker,api]'
# The compiler of the kernels is removed again; only the library that it makes is copied to the final image.
RUN python -m venv /tmp/compiler \
    && /tmp/compiler/bin/pip install --only-binary=:all: --constraint constraints.txt ziglang \
    && PYTHONPATH=/src /tmp/compiler/bin/python -m renderer.kernels.build \
    && rm -rf /tmp/compiler
COPY assets assets
RUN PYTHONPATH=/src clipwright models fetch default --models /opt/clipwright/models --if-possible

FROM python:3.11.13-slim-bookworm@sha256:86adf8dbadc3d6e82ee5dd2c74bec2e1c2467cdad47886280501df722372d2e1 AS run
RUN useradd --uid 10001 --create-home --home-dir /data --shell /usr/sbin/nologin clipwright
COPY --from=build /opt/clipwright /opt/clipwright
# Bundled data is read from the folder beside the packages.
COPY --from=build /src /opt/clipwright/app
COPY assets /opt/clipwright/app/assets
COPY fonts /opt/clipwright/app/fonts
# The root may be read-only at run time, so bytecode is written now.
RUN /opt/clipwright/bin/python -m compileall -q /opt/clipwright/app
ENV PATH=/opt/clipwright/bin:$PATH \
    PYTHONPATH=/opt/clipwright/app \
    PYTHONUNBUFFERED=1 \
    CLIPWRIGHT_MODELS=/opt/clipwright/models \
    PYTHONDONTWRITEBYTECODE=1 \
    CLIPWRIGHT_WORKSPACE=/data/workspace \
    CLIPWRIGHT_DATA_DIR=/data/service
WORKDIR /data
USER 10001:10001
RUN clipwright doctor
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
STOPSIGNAL SIGTERM
CMD ["clipwright", "serve", "--host", "0.0.0.0"]

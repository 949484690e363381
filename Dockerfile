# The command in an image: docker build -t crdc . && docker run --rm -v "$PWD:/work" crdc validate .
# Both stages are the same Debian: the binary needs the C library that it was linked with.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --profile dist --locked --package crdc-cli

FROM debian:bookworm-slim
# `--schema-location` with an https address needs the certificates, and `--old git:main` runs git. The mounted folder belongs to
# another user, which git has to be told is meant.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/* \
 && git config --system --add safe.directory /work
COPY --from=build /src/target/dist/crdc /usr/local/bin/crdc
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/crdc"]
CMD ["--help"]

# The command in an image: docker build -t crdc . && docker run --rm -v "$PWD:/work" crdc validate .
FROM rust:1.95-slim AS build
WORKDIR /src
COPY . .
RUN cargo build --profile dist --locked --package crdc-cli

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/target/dist/crdc /usr/local/bin/crdc
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/crdc"]
CMD ["--help"]

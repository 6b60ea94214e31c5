# syntax=docker/dockerfile:1

# One image for each service: docker build --build-arg SERVICE=bridge --tag veil-gateway/bridge:0.1.0 .
# The base is the current LTS of Node, by digest. The unit and end-to-end suites run on the same major version.
ARG NODE_VERSION=26.10.0
ARG NODE_DIGEST=sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1

FROM docker.io/library/node:${NODE_VERSION}-trixie-slim@${NODE_DIGEST} AS build
ARG SERVICE
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    node scripts/deploy-service.mjs "$SERVICE" /app

FROM docker.io/library/node:${NODE_VERSION}-trixie-slim@${NODE_DIGEST}
ARG SERVICE
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG SOURCE=https://example.com/veil-gateway
LABEL org.opencontainers.image.title="veil-gateway ${SERVICE}" \
      org.opencontainers.image.description="Split-knowledge inference gateway: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
# Owned by root and not writable for the user who runs it; nothing needs a writable root.
COPY --from=build /app ./
COPY scripts/image/healthcheck.mjs ./
USER 10001:10001
ENV HOST=0.0.0.0
# Node is process 1 and takes the signal itself.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "healthcheck.mjs"]
ENTRYPOINT ["node"]
CMD ["dist/main.js"]

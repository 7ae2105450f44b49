# syntax=docker/dockerfile:1

# Everything Evenline is: the desk and its server, as a paper exchange or as a gateway to a live platform.
# Built with `docker build -t evenline .`; docs/deploy.md says how to run it.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/lib/setup.mjs scripts/lib/run.mjs ./scripts/lib/
# A layer of its own: packages are installed again only when the lockfile changes.
RUN node -e "import('./scripts/lib/setup.mjs').then(({ setup }) => setup())"
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Evenline" \
      org.opencontainers.image.description="A trading desk for prediction markets on Solana, with a paper exchange built in." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
WORKDIR /app
# The one place that is written to, and only by the built-in database: of a paper exchange, or of a gateway's history.
RUN install -d -o 1000 -g 1000 -m 700 /data
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/scripts/health.mjs ./scripts/
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# By number, so that a platform can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "scripts/health.mjs"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]

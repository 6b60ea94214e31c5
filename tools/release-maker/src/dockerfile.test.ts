import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { readDockerfile } from "./dockerfile.ts";

const DOCKERFILE = readFileSync(path.resolve(import.meta.dirname, "../../../Dockerfile"), "utf8");
const ARGS = { SERVICE: "bridge", VERSION: "1.2.3", REVISION: "abc", CREATED: "now" };

test("readDockerfile returns the pinned base, the configuration and the copied files of the Dockerfile", () => {
  const { base, config, copied } = readDockerfile(DOCKERFILE, ARGS);
  expect(base.name).toMatch(/^docker\.io\/library\/node:[\d.]+-trixie-slim$/);
  expect(DOCKERFILE).toContain(`NODE_DIGEST=${base.digest}\n`);
  expect(config).toMatchObject({
    ...{ User: "10001:10001", WorkingDir: "/app", Env: ["HOST=0.0.0.0"], StopSignal: "SIGTERM" },
    ...{ Entrypoint: ["node"], Cmd: ["dist/main.js"] },
    Labels: {
      "org.opencontainers.image.title": "veil-gateway bridge",
      "org.opencontainers.image.version": "1.2.3",
      "org.opencontainers.image.revision": "abc",
      "org.opencontainers.image.created": "now",
    },
  });
  expect(copied).toEqual(["scripts/image/healthcheck.mjs"]);
});

test.each([
  ["an instruction that an image's configuration does not have", "RUN true", /RUN/],
  ["another way of copying", "COPY scripts /app", /COPY scripts/],
])("readDockerfile refuses %s", (_case, line, message) => {
  expect(() => readDockerfile(`${DOCKERFILE}\n${line}\n`, ARGS)).toThrow(message);
});

test("readDockerfile refuses a base without a digest", () => {
  const text = DOCKERFILE.replaceAll("@$" + "{NODE_DIGEST}", "");
  expect(() => readDockerfile(text, ARGS)).toThrow("by digest");
});

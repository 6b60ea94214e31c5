import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { copyBuildContext } from "../../support/deployment/build-context.ts";
import { type DockerInstruction, dockerfileStages } from "../../support/deployment/dockerfile.ts";

const [preamble = [], build = [], image = [], ...more] = dockerfileStages();
const textsOf = (stage: readonly DockerInstruction[], keyword: string) =>
  stage.filter((instruction) => instruction.keyword === keyword).map(({ text }) => text);

describe("The Dockerfile", () => {
  test("The Dockerfile has one stage that builds and one that ships, both on a base image whose digest is an argument", () => {
    const base =
      /^docker\.io\/library\/node:\$\{NODE_VERSION\}-trixie-slim@\$\{NODE_DIGEST\}( AS build)?$/;
    expect(more).toEqual([]);
    for (const stage of [build, image])
      expect(textsOf(stage, "FROM")).toEqual([expect.stringMatching(base)]);
    expect(textsOf(preamble, "ARG")).toEqual([
      expect.stringMatching(/^NODE_VERSION=\d+\.\d+\.\d+$/),
      expect.stringMatching(/^NODE_DIGEST=sha256:[0-9a-f]{64}$/),
    ]);
  });

  test("The Dockerfile builds the service that an argument names", () => {
    expect(textsOf(build, "ARG")).toContain("SERVICE");
    expect(textsOf(build, "RUN").join()).toContain('deploy-service.mjs "$SERVICE" /app');
  });

  test("The image has files that root owns, and runs as a user with a high id who owns no files", () => {
    const [user = ""] = textsOf(image, "USER");
    expect(user).toMatch(/^\d+:\d+$/);
    for (const id of user.split(":")) expect(Number(id)).toBeGreaterThan(10_000);
    expect(textsOf(image, "COPY").filter((text) => /--ch(own|mod)/.test(text))).toEqual([]);
    expect(textsOf(image, "VOLUME")).toEqual([]);
  });

  test("The shipped stage runs no commands and needs no shell", () => {
    expect(textsOf(image, "RUN")).toEqual([]);
    for (const keyword of ["ENTRYPOINT", "CMD", "HEALTHCHECK"])
      expect(image.find((instruction) => instruction.keyword === keyword)?.exec).toBeDefined();
    expect(textsOf(image, "SHELL")).toEqual([]);
  });

  test("The image has SIGTERM as its stop signal, and has labels", () => {
    expect(textsOf(image, "STOPSIGNAL")).toEqual(["SIGTERM"]);
    const labels = textsOf(image, "LABEL").join(" ");
    for (const label of [
      "title",
      "description",
      "version",
      "revision",
      "created",
      "source",
      "licenses",
    ])
      expect(labels).toContain(`org.opencontainers.image.${label}=`);
  });

  test("The Dockerfile downloads nothing directly and contains no secret", () => {
    const everything = [...preamble, ...build, ...image];
    expect(everything.filter(({ keyword }) => keyword === "ADD")).toEqual([]);
    expect(
      everything.filter(({ text }) => /curl|wget|apt-get|https?:\/\/(?!example\.com)/.test(text)),
    ).toEqual([]);
    expect(everything.filter(({ text }) => /secret|token|password|_KEY/i.test(text))).toEqual([]);
  });
});

test("The build context contains no state, secrets or build results of this machine", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-context-"));
  try {
    const files = copyBuildContext(folder);
    expect(files).toContain("pnpm-lock.yaml");
    expect(
      files.filter((file) =>
        /^(\.veil|\.git|\.tooling|k8s|docs)\/|\.env|node_modules|\/dist\//.test(file),
      ),
    ).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

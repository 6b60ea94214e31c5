/** @all starts the command for each step of the guide */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ed25519PrivateKey, ed25519PublicKey, systemRandomBytes } from "@veil/crypto";
import type { ReleaseIndex } from "@veil/release";
import { writeSmallRelease } from "@veil/release-maker/small-release";
import { createKeySet } from "@veil/veil";
import { guideBlock, guideCommands } from "../../support/deployment/deploy-guide.ts";
import { REPOSITORY, renderedManifests } from "../../support/deployment/manifests.ts";

const GUIDE = readFileSync(path.join(REPOSITORY, "docs/release.md"), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "veil-release-guide-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => path.join(folder, ...names);
let index: ReleaseIndex;

beforeAll(async () => {
  const key = ed25519PrivateKey(Buffer.alloc(32, 7));
  index = await writeSmallRelease(at("veil-gateway-0.1.0"), { work: at("work"), key });
  writeFileSync(at("release.pub"), ed25519PublicKey(key).export({ type: "spki", format: "pem" }));
  mkdirSync(at("bin"));
  const veil = path.join(REPOSITORY, "packages/cli/bin/veil.js");
  writeFileSync(at("bin/npx"), `#!/bin/sh\nshift\nexec ${process.execPath} ${veil} "$@"\n`);
  chmodSync(at("bin/npx"), 0o755);
});

function run(name: string) {
  return spawnSync("sh", ["-e"], {
    ...{ input: guideBlock("script", name, GUIDE), cwd: folder, encoding: "utf8" },
    env: { HOME: folder, PATH: `${at("bin")}:/usr/local/bin:/usr/bin:/bin` },
  });
}

describe("The commands of docs/release.md", () => {
  test("The command that verifies a release succeeds for a release, and fails for a changed one", () => {
    expect(run("verify")).toMatchObject({ status: 0, stderr: "" });
    const file = at("veil-gateway-0.1.0/accuracy.json");
    cpSync(file, at("accuracy.json"));
    writeFileSync(file, "{}");
    expect(run("verify")).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining("accuracy.json was changed") },
    });
    cpSync(at("accuracy.json"), file);
  });

  test("The command that verifies what runs succeeds for a cluster with the images, the policies and the RELEASE_FILE of the release", () => {
    const zones: Readonly<Record<string, string>> = {
      ...{ "edge-gateway": "veil-edge", bridge: "veil-identity", sanitiser: "veil-sanitiser" },
      ...{ "inference-worker": "veil-inference", audit: "veil-audit" },
    };
    const items = Object.entries(index.images).map(([name, digest]) => ({
      ...{ apiVersion: "v1", kind: "Pod" },
      metadata: { name, namespace: zones[name] ?? "veil-signer" },
      status: { containerStatuses: [{ name, imageID: `registry.example.com/${name}@${digest}` }] },
    }));
    writeFileSync(at("pods.json"), JSON.stringify({ kind: "PodList", apiVersion: "v1", items }));
    cpSync(at("veil-gateway-0.1.0/manifests/prod.yaml"), at("all.yaml"));
    cpSync(at("veil-gateway-0.1.0/gateway/prod.json"), at("running-release.json"));
    expect(run("running")).toMatchObject({ status: 0, stderr: "" });
    cpSync(at("veil-gateway-0.1.0/manifests/small.yaml"), at("all.yaml"));
    expect(run("running")).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining("the cluster's policies have the hash") },
    });
  });

  test("The commands that compare trust bundles succeed for six copies of the reviewed one, and name a copy with other keys", () => {
    const reviewed = JSON.stringify(createKeySet(systemRandomBytes).trust);
    mkdirSync(at("keys"));
    writeFileSync(at("keys/trust.json"), reviewed);
    writeFileSync(at("bin/kubectl"), '#!/bin/sh\necho "$2 $4" >> calls\ncat keys/trust.json\n');
    chmodSync(at("bin/kubectl"), 0o755);
    expect(run("copies")).toMatchObject({ status: 0, stderr: "" });
    const services = renderedManifests("prod").filter(
      ({ kind, metadata: { name } }) => kind === "Deployment" && name in index.images,
    );
    const calls = services.map(({ metadata: own }) => `${own.namespace} deploy/${own.name}`);
    expect(readFileSync(at("calls"), "utf8").trim().split("\n").sort()).toEqual(calls.sort());
    expect(run("trust")).toMatchObject({ status: 0, stderr: "" });
    const other = JSON.stringify(createKeySet(systemRandomBytes).trust);
    writeFileSync(at("sanitiser-trust.json"), other);
    expect(run("trust")).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining("sanitiser-trust.json lacks ") },
    });
  });

  test("The command that lists third-party images prints each image of the manifests with its digest", () => {
    const { status, stdout } = run("images");
    const manifests = readFileSync(at("veil-gateway-0.1.0/manifests/prod.yaml"), "utf8");
    const named = manifests.match(/(?<=^ *(?:- )?(?:image|imageName): )(?!veil-gateway)\S+$/gm);
    expect(named?.length).toBeGreaterThan(5);
    expect(status).toBe(0);
    expect(stdout.trim().split("\n")).toEqual([...new Set(named)].sort());
  });

  test("The guide's commands are valid shell syntax", () => {
    const blocks = guideCommands(GUIDE);
    expect(blocks.length).toBeGreaterThan(4);
    for (const input of blocks)
      expect(spawnSync("sh", ["-n"], { input, encoding: "utf8" })).toMatchObject({
        ...{ status: 0, stderr: "" },
      });
  });

  test("The guide names each file of a release", () => {
    const [, table = ""] = /## What a release contains\n([\s\S]*?)\n## /.exec(GUIDE) ?? [];
    const named = [...table.matchAll(/`([^`]+)`(?=[^|\n]*\|)/g)].map(([, name = ""]) => name);
    const generic = (name: string) =>
      name
        .replace(/^images\/.*/, "images/SERVICE")
        .replace(/^sbom\/[a-z-]+/, "sbom/SERVICE")
        .replace("0.1.0", "VERSION");
    const missing = index.artifacts.filter(({ name }) => !named.includes(generic(name)));
    expect(missing).toEqual([]);
  });
});

/** @slow reads the rendered manifests */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ed25519PrivateKey, ed25519PublicKey, SERVICE_NAMES } from "@veil/crypto";
import { filesIn, RELEASE_FILES, type ReleaseIndex, verifyRelease } from "@veil/release";
import { extract } from "tar-stream";
import { readDockerfile } from "./dockerfile.ts";
import { writeSmallRelease } from "./small-release.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(path.join(tmpdir(), "veil-write-release-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => path.join(folder, ...names);
const key = ed25519PrivateKey(Buffer.alloc(32, 7));
const publicKey = ed25519PublicKey(key);
let index: ReleaseIndex;

beforeAll(async () => {
  index = await writeSmallRelease(at("one"), { work: at("work"), key });
});

const json = (...names: string[]) => JSON.parse(readFileSync(at(...names), "utf8"));
const blobOf = (release: string, service: string, digest: string) =>
  at(release, RELEASE_FILES.image(service), "blobs", digest.replace(":", "/"));

async function layerNames(release: string, service: string, layer: string): Promise<string[]> {
  const names: string[] = [];
  const archive = gunzipSync(readFileSync(blobOf(release, service, layer)));
  for await (const entry of Readable.from([archive]).pipe(extract())) {
    names.push(entry.header.name);
    entry.resume();
  }
  return names;
}

describe("writeRelease", () => {
  test("Two releases that are made in different folders have the same files", async () => {
    await writeSmallRelease(at("two"), { work: at("another", "work"), key });
    const contents = (release: string) =>
      filesIn(at(release)).map((name) => [name, readFileSync(at(release, name), "base64")]);
    expect(contents("one").length).toBeGreaterThan(40);
    expect(contents("two")).toEqual(contents("one"));
  });

  test("The layer of an image has the files of the service, the health check, and the packages that its list names", async () => {
    const digest = index.images["bridge"] ?? "";
    const { layers, annotations } = JSON.parse(
      readFileSync(blobOf("one", "bridge", digest), "utf8"),
    );
    const names = await layerNames("one", "bridge", layers[0].digest);
    expect(names).toEqual(expect.arrayContaining(["app/dist/main.js", "app/healthcheck.mjs"]));
    expect(annotations["org.opencontainers.image.base.digest"]).toBe(index.base.digest);
    const inLayer = names.filter((name) =>
      /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(name),
    );
    const { components } = json("one", RELEASE_FILES.sbom("bridge"));
    expect(inLayer).toHaveLength(1);
    expect(components).toHaveLength(1);
    expect(components[0]).toMatchObject({ group: "@noble", name: "hashes", version: "2.4.0" });
  });

  test("The digest that the layout names is that of release.json, for each service", () => {
    expect(Object.keys(index.images)).toEqual([...SERVICE_NAMES]);
    for (const [service, digest] of Object.entries(index.images)) {
      const [manifest] = json("one", RELEASE_FILES.image(service), "index.json").manifests;
      expect(manifest.digest).toBe(digest);
    }
  });

  test("A release without a key has no signature, and does not verify", async () => {
    await writeSmallRelease(at("unsigned"), { work: at("unsigned-work") });
    expect(filesIn(at("unsigned"))).not.toContain(RELEASE_FILES.signature);
    const { findings } = verifyRelease({ folder: at("unsigned"), publicKey });
    expect(findings).toEqual([
      { check: "signature", problem: expect.stringContaining("the release is not signed") },
    ]);
  });
});

describe("A release with the base image", () => {
  const { base } = readDockerfile(readFileSync(path.join(ROOT, "Dockerfile"), "utf8"), {});

  function writeBlob(layout: string, content: string, name = digestOf(content)) {
    mkdirSync(path.join(layout, "blobs/sha256"), { recursive: true });
    writeFileSync(path.join(layout, "blobs", name.replace(":", "/")), content);
    return { mediaType: "application/octet-stream", digest: name, size: content.length };
  }

  const digestOf = (content: string) =>
    `sha256:${createHash("sha256").update(content).digest("hex")}`;

  /** Writes a layout, and a Dockerfile that pins it. The test cannot download the real base. */
  function writeBase(layout: string) {
    const layer = writeBlob(layout, "the base's layer");
    const config = { config: { Env: ["PATH=/usr/local/bin"] }, rootfs: { diff_ids: ["sha256:1"] } };
    const manifest = {
      ...{ config: writeBlob(layout, JSON.stringify(config)), layers: [layer] },
    };
    const platform = { os: "linux", architecture: "amd64" };
    const image = { ...writeBlob(layout, JSON.stringify(manifest)), platform };
    return { layer, index: writeBlob(layout, JSON.stringify({ manifests: [image] })) };
  }

  async function release(name: string, layout: string, pinned: string) {
    const text = readFileSync(path.join(ROOT, "Dockerfile"), "utf8");
    const dockerfile = text.replace(base.digest, pinned);
    return await writeSmallRelease(at(name), {
      work: at(`${name}-work`),
      base: layout,
      dockerfile,
    });
  }

  test("Its images have the layers of the base below the service's layer", async () => {
    const { layer, index: pinned } = writeBase(at("base"));
    const made = await release("with-base", at("base"), pinned.digest);
    expect(made.base).toEqual({ name: base.name, digest: pinned.digest, included: true });
    const digest = made.images["audit"] ?? "";
    const manifest = JSON.parse(readFileSync(blobOf("with-base", "audit", digest), "utf8"));
    expect(manifest.layers).toHaveLength(2);
    expect(manifest.layers[0]).toEqual(layer);
    expect(readFileSync(blobOf("with-base", "audit", layer.digest), "utf8")).toBe(
      "the base's layer",
    );
    const config = JSON.parse(
      readFileSync(blobOf("with-base", "audit", manifest.config.digest), "utf8"),
    );
    expect(config.config.Env).toEqual(["PATH=/usr/local/bin", "HOST=0.0.0.0"]);
    expect(config.rootfs.diff_ids).toEqual(["sha256:1", expect.stringMatching(/^sha256:/)]);
  });

  test("A layout with another image than the Dockerfile pins is refused, with the command that copies the right one", async () => {
    await expect(release("other-base", at("base"), base.digest)).rejects.toThrow(
      `skopeo copy --all --preserve-digests docker://${base.name}@${base.digest} oci:`,
    );
  });

  test("A layout with a changed layer is refused", async () => {
    const { layer, index: pinned } = writeBase(at("changed-base"));
    writeBlob(at("changed-base"), "another layer", layer.digest);
    await expect(release("changed", at("changed-base"), pinned.digest)).rejects.toThrow(
      layer.digest,
    );
  });
});

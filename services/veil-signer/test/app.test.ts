import { writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { VeilKeysManifest } from "@veil/contracts/signer";
import type { ServiceName } from "@veil/crypto";
import { createTokenIssuer, type Service } from "@veil/service-kit/http";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { verifyDevelopmentManifest } from "@veil/veil";
import request from "supertest";
import { readConfig } from "../src/config.ts";
import { createVeilSigner } from "../src/veil-signer.ts";
import { newManifestFile } from "./manifest-file.ts";

const testTrust = createTestTrust();
const { trust } = testTrust;
const keys = testTrust.keysOf("veil-signer");
const tokenOf = (service: ServiceName) =>
  createTokenIssuer(testTrust.keysOf(service)).tokenFor("veil-signer");

let nowMs: number;
let signer: Service;
let app: Service["app"];
beforeEach(async () => {
  nowMs = Date.parse("2026-01-01T00:00:00Z");
  signer = signerOn();
  app = signer.app;
  await signer.start();
});

function signerOn(MANIFEST_FILE = newManifestFile()): Service {
  const config = withKeyFiles(testTrust, "veil-signer", (files) =>
    readConfig({ ...files, MANIFEST_FILE }),
  );
  return createVeilSigner(config, { log, nowMs: () => nowMs });
}

async function get(path: string, service: ServiceName = "edge-gateway") {
  return request(app)
    .get(path)
    .auth(await tokenOf(service), { type: "bearer" });
}

describe("GET /manifest", () => {
  // @spec STATE-5
  test("When the gateway requests the manifest, then it gets a manifest that every client can verify", async () => {
    const response = await get("/manifest");
    expect(response.status).toBe(200);
    const manifest = checked(VeilKeysManifest)(response.body);
    const { keyId } = keys.signing("manifest");
    verifyDevelopmentManifest(manifest, {
      keyId,
      key: trust.verifyKey("veil-signer", "manifest", keyId),
    });
  });

  test("Only served_at in the manifest changes from one request to the next", async () => {
    const first = await get("/manifest");
    nowMs += 60_000;
    const second = await get("/manifest");
    expect(second.body).toEqual({ ...first.body, served_at: "2026-01-01T00:01:00.000Z" });
    expect(second.body.served_at).not.toBe(first.body.served_at);
  });

  test("The manifest contains no private key", async () => {
    const { key } = keys.signing("manifest");
    const { d = "" } = key.export({ format: "jwk" });
    const seed = Buffer.from(d, "base64url").toString("hex");
    expect(seed).toHaveLength(64);
    expect((await get("/manifest")).text).not.toContain(seed);
  });
});

describe("The signer's access check", () => {
  test.each<ServiceName>(["bridge", "sanitiser", "inference-worker", "audit", "veil-signer"])(
    "When %s requests the manifest, then the signer responds 403",
    async (service) => {
      const response = await get("/manifest", service);
      expect([response.status, response.body.error]).toEqual([403, "caller_not_allowed"]);
    },
  );

  test("When a caller sends no credential, then the signer responds 401", async () => {
    const response = await request(app).get("/manifest");
    expect([response.status, response.body.error]).toEqual([401, "caller_not_authenticated"]);
  });

  test("POST /manifest responds 405, and there are no routes for signing other data", async () => {
    const bearer = await tokenOf("edge-gateway");
    const post = await request(app).post("/manifest").auth(bearer, { type: "bearer" }).send({});
    expect([post.status, post.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await get("/sign")).status).toBe(404);
    const lent = await request(app).post("/credential").auth(bearer, { type: "bearer" }).send({});
    expect(lent.status).toBe(404);
    expect((await get("/door")).status).toBe(204);
  });
});

test("GET /invariant returns the signer's zone, allowed callers and connections, and GET /ready responds 200", async () => {
  expect((await request(signer.opsApp).get("/invariant")).body).toEqual({
    service: "veil-signer",
    zone: "veil",
    allowed_callers: ["edge-gateway"],
    opens_connections_to: [],
    manifest_form: "development",
  });
  expect((await request(signer.opsApp).get("/ready")).status).toBe(200);
});

test("When another signer wrote the stored manifest, then the signer does not start and serves no manifest", async () => {
  const file = newManifestFile();
  writeFileSync(file, "{}");
  signer = signerOn(file);
  app = signer.app;
  await expect(signer.start()).rejects.toThrow("MANIFEST_FILE does not hold a manifest");
  expect((await get("/manifest")).status).toBe(503);
  expect((await request(signer.opsApp).get("/ready")).status).toBe(503);
});

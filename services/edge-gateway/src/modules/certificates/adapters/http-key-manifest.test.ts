import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createServiceClient, createTokenIssuer, type ServiceClient } from "@veil/service-kit/http";
import { createTestTrust } from "@veil/testing";
import { createHttpKeyManifest } from "./http-key-manifest.ts";

const manifest = {
  issuer: "veil.example",
  version: 1,
  supported_protocol_versions: [1],
  keys: [
    {
      service_id: "veil-signer",
      key_id: "k",
      public_key: "ab".repeat(32),
      purpose: "manifest",
      algorithm: "Ed25519",
      key_state: "active",
    },
  ],
  signed_at: "2026-11-21T08:00:00Z",
  signature: "cd".repeat(64),
  signing_key_id: "k",
  signing_algorithm: "Ed25519",
  served_at: "2026-11-21T08:00:01Z",
};

describe("createHttpKeyManifest", () => {
  let answer: { status: number; body: unknown };
  let asked: number;
  let clock: { ms: number };
  let signer: ServiceClient;
  let currentManifest: ReturnType<typeof createHttpKeyManifest>;
  const server = createServer((_req, res) => {
    asked += 1;
    res.writeHead(answer.status).end(JSON.stringify(answer.body));
  });

  beforeEach(async () => {
    answer = { status: 200, body: manifest };
    asked = 0;
    clock = { ms: 0 };
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    signer = createServiceClient({
      baseUrl: `http://127.0.0.1:${port}`,
      callee: "veil-signer",
      issuer: createTokenIssuer(createTestTrust().keysOf("edge-gateway")),
    });
    currentManifest = createHttpKeyManifest({ signer, nowMs: () => clock.ms, keepMs: 10_000 });
  });
  afterEach(async () => {
    await signer.close();
    await new Promise((resolve) => server.close(resolve));
  });

  test("When several callers read the manifest, then veil-signer gets at most one request in ten seconds", async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => currentManifest()));
    expect(all).toEqual(Array.from({ length: 5 }, () => manifest));
    clock.ms = 9_999;
    await currentManifest();
    expect(asked).toBe(1);
    clock.ms = 10_000;
    await currentManifest();
    expect(asked).toBe(2);
  });

  test("When the signer fails, then the last copy is served, and the signer gets no request for ten seconds", async () => {
    await currentManifest();
    answer = { status: 500, body: {} };
    clock.ms = 10_000;
    expect(await currentManifest()).toEqual(manifest);
    expect(await currentManifest()).toEqual(manifest);
    expect(asked).toBe(2);
  });

  test.each([
    ["fails", { status: 503, body: {} }],
    ["sends an invalid manifest", { status: 200, body: { ...manifest, keys: [{ key_id: "k" }] } }],
    ["sends a manifest with an unknown member", { status: 200, body: { ...manifest, extra: 1 } }],
  ])(
    "When the signer %s and there is no copy, then the request is refused with 503, and the next request queries the signer again",
    async (_what, bad) => {
      answer = bad;
      await expect(currentManifest()).rejects.toMatchObject({
        code: "veil_unavailable",
        options: { retryAfterSeconds: 5 },
      });
      answer = { status: 200, body: manifest };
      expect(await currentManifest()).toEqual(manifest);
    },
  );
});

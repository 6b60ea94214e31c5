import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readServiceKeyFile } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { EnvReader } from "../config/index.ts";
import { createMetrics } from "../telemetry/index.ts";
import { createOpsApp } from "./ops-app.ts";
import { readServiceKeys, readServiceSettings } from "./read-service-settings.ts";
import { listen } from "./server.ts";

const { keyFileOf, trustFile: bundle } = createTestTrust();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-key-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function readFrom(keyFile: string) {
  const file = path.join(folder, "keys.json");
  writeFileSync(file, keyFile);
  const read = new EnvReader({ KEY_FILE: file });
  const keys = readServiceKeys(read, "bridge", ["claim"]);
  read.done();
  return keys;
}

test("readServiceKeys returns the keys of a complete key file", () => {
  expect(readFrom(keyFileOf("bridge")).signing("claim").keyId).toBe("bridge-claim-test");
});

test("readServiceKeys throws for a key file of an older version without a claim key, and names the command that adds one", () => {
  const { service, keys } = readServiceKeyFile(keyFileOf("bridge"));
  const older = { service, keys: keys.filter(({ purpose }) => purpose !== "claim") };
  expect(() => readFrom(JSON.stringify(older))).toThrow(
    'Bad configuration: KEY_FILE: it has no claim key; "veil service-keys upgrade --dir DIR" adds it',
  );
});

test("readServiceKeys throws when the keys belong to another service", () => {
  expect(() => readFrom(keyFileOf("sanitiser"))).toThrow("they belong to another service");
});

test.each([
  ["localhost", 200],
  ["127.0.0.1:9999", 200],
  ["rebound.example", 400],
  ["169.254.169.254", 400],
])(
  "An operator port on loopback serves only requests whose Host is a loopback name: %s gets %i",
  async (host, status) => {
    const trustFile = path.join(folder, "trust.json");
    writeFileSync(trustFile, bundle);
    const read = new EnvReader({ TRUST_FILE: trustFile, OPS_PORT: "0" });
    const { opsAddress } = readServiceSettings(read, { port: 8081, opsPort: 9081 });
    read.done();
    const metrics = createMetrics("bridge");
    const checks = { ready: async () => [], invariant: async () => ({}) };
    const listener = await listen(
      createOpsApp({ service: "bridge", metrics, ...checks }),
      opsAddress,
    );
    for (const page of ["/health", "/ready", "/invariant", "/metrics", "/nothing"]) {
      const answer = await statusOf(new URL(page, listener.url), host);
      expect([page, answer]).toEqual([page, status === 200 && page === "/nothing" ? 404 : status]);
    }
    await listener.close(0);
  },
);

/** Uses `node:http`, because `fetch` does not allow setting the Host header. */
function statusOf(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (res) => resolve(res.resume().statusCode)).on("error", reject);
  });
}

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

test("When the key file has all that is needed, then its keys are read", () => {
  expect(readFrom(keyFileOf("bridge")).signing("claim").keyId).toBe("bridge-claim-test");
});

test("When the key file is of a version without claims, then the start fails and says what to do", () => {
  const { service, keys } = readServiceKeyFile(keyFileOf("bridge"));
  const older = { service, keys: keys.filter(({ purpose }) => purpose !== "claim") };
  expect(() => readFrom(JSON.stringify(older))).toThrow(
    'Bad configuration: KEY_FILE: it has no claim key; "veil service-keys upgrade --dir DIR" adds it',
  );
});

test("When the keys belong to another service, then the error says so", () => {
  expect(() => readFrom(keyFileOf("sanitiser"))).toThrow("they belong to another service");
});

test.each([
  ["localhost", 200],
  ["127.0.0.1:9999", 200],
  ["rebound.example", 400],
  ["169.254.169.254", 400],
])(
  "A service's operator port on loopback answers requests whose Host is a name of loopback alone: %s is %i",
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

/** `fetch` does not let a caller choose the Host header. */
function statusOf(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (res) => resolve(res.resume().statusCode)).on("error", reject);
  });
}

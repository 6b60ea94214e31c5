import { type ServiceName, signMessage } from "@veil/crypto";
import { createTokenIssuer, type Service } from "@veil/service-kit/http";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { createNoteSigner } from "@veil/veil";
import request from "supertest";
import { type AuditOverrides, createAudit } from "../src/audit.ts";
import { readConfig } from "../src/config.ts";

const testTrust = createTestTrust();
const gateway = {
  service: "edge-gateway",
  ...testTrust.keysOf("edge-gateway").signing("message"),
} as const;
const config = withKeyFiles(testTrust, "audit", (files) =>
  // This URL is not used, because tests that need a database pass their own stores.
  readConfig({ ...files, AUDIT_DATABASE_URL: "postgres://127.0.0.1:1/none" }),
);

/** Creates a service without starting it. */
export function createTestAudit(overrides: AuditOverrides = {}): Service {
  return createAudit(config, { log: silentLogger, ...overrides });
}

/** The key that verifies the log's checkpoints. */
export const logKey = createNoteSigner(
  config.logOrigin,
  "ed25519",
  testTrust.keysOf("audit").signing("checkpoint").key,
).key;

export function messageOf(...events: readonly object[]): string {
  return JSON.stringify(signMessage(JSON.stringify({ events }), gateway, "audit"));
}

export async function tokenOf(service: ServiceName): Promise<string> {
  return createTokenIssuer(testTrust.keysOf(service)).tokenFor("audit");
}

export async function post(app: Service["app"], message: string) {
  const token = await tokenOf("edge-gateway");
  return request(app).post("/events").auth(token, { type: "bearer" }).send({ message });
}

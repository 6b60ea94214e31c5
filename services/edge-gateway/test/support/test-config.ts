import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestTrust } from "@veil/testing";
import { type GatewayConfig, readConfig } from "../../src/config.ts";

export const DATA_KEY = "33".repeat(32);
export const PEPPER = "11".repeat(32);

/** Long time-outs, so that a slow service does not count as down on a slow machine. */
const PATIENT = {
  BRIDGE_TIMEOUT_MS: "60000",
  SANITISER_TIMEOUT_MS: "60000",
  SCAN_TIMEOUT_MS: "60000",
  WAIT_TIMEOUT_MS: "60000",
  REQUEST_TIMEOUT_MS: "600000",
  REDIS_TIMEOUT_MS: "60000",
};

export function testConfig(
  testTrust: TestTrust,
  settings: Readonly<Record<string, string>>,
  timeouts: Readonly<Record<string, string>> = PATIENT,
): GatewayConfig {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-gateway-"));
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  try {
    return readConfig({
      KEY_FILE: file("keys.json", testTrust.keyFileOf("edge-gateway")),
      TRUST_FILE: file("trust.json", testTrust.trustFile),
      DATABASE_URL: "postgres://127.0.0.1:1/none",
      PEPPER,
      DATA_KEY,
      MANAGED_AI_ENABLED: "true",
      // The fake services make no claims.
      VEIL_ENABLED: "false",
      ...timeouts,
      ...settings,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

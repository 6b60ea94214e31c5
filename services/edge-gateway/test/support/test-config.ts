import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestTrust } from "@veil/testing";
import { type GatewayConfig, readConfig } from "../../src/config.ts";

export const DATA_KEY = "33".repeat(32);

/** The configuration of a deployment: all settings have their defaults but these. */
export function testConfig(
  testTrust: TestTrust,
  settings: Readonly<Record<string, string>>,
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
      // Stores in memory do not ask for it.
      DATABASE_URL: "postgres://127.0.0.1:1/none",
      PEPPER: "11".repeat(32),
      DATA_KEY,
      MANAGED_AI_ENABLED: "true",
      ...settings,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

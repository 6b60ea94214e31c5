import { fileURLToPath } from "node:url";
import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/telemetry";
import { createTestDatabase } from "@veil/testing/database";

export const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));

export function createAuditDatabase(adminUrl: string, folder = MIGRATIONS) {
  return createTestDatabase(adminUrl, {
    folder,
    owner: "audit_owner",
    runtime: "audit_app",
  });
}

export function openDatabase(url: string): Database {
  return createPool({ url, max: 4, log: silentLogger, applicationName: "audit tests" });
}

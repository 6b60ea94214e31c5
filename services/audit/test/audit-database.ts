import { fileURLToPath } from "node:url";
import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/telemetry";
import { createTestDatabase } from "@veil/testing/database";

const FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));

export function createAuditDatabase(adminUrl: string) {
  return createTestDatabase(adminUrl, {
    folder: FOLDER,
    owner: "audit_owner",
    runtime: "audit_app",
  });
}

export function openDatabase(url: string): Database {
  return createPool({ url, max: 4, log: silentLogger, applicationName: "audit tests" });
}

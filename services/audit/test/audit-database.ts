import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestDatabase } from "@veil/testing/database";
import type { SealedRefusal } from "../src/domain/refused-events.ts";
import { MIGRATIONS } from "../src/migrations-folder.ts";

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

/** Reads refused events as the owner, because the service's role may only add them. */
export async function readRefused(owner: Database): Promise<readonly SealedRefusal[]> {
  const rows = await owner.query<SealedRefusal & { readonly eventId: string | null }>(
    `select event_id as "eventId", reason, sealing_key_id as "sealingKeyId", box
     from audit.refused_events order by refusal_id`,
  );
  return rows.map((row) => ({ ...row, eventId: row.eventId ?? undefined }));
}

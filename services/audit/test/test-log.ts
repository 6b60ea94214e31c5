import type { Service } from "@veil/service-kit/http";
import { silentLogger } from "@veil/service-kit/telemetry";
import { openEventStore } from "../src/adapters/open-event-store.ts";
import type { AuditOverrides } from "../src/audit.ts";
import type { EventStore } from "../src/ports.ts";
import { createAuditDatabase, openDatabase, readRefused } from "./audit-database.ts";
import { createTestAudit } from "./test-audit.ts";

export type TestLog = Awaited<ReturnType<typeof openTestLog>>;

/** Opens a log in a new database in the same way as the service. */
export async function openTestLog(adminUrl: string, folder?: string) {
  const database = await createAuditDatabase(adminUrl, folder);
  const opened = openEventStore(database.runtimeUrl, silentLogger, 4);
  const { store, checkpoints, isSchemaCurrent, close } = opened;
  const owner = openDatabase(database.ownerUrl);
  const audits: Service[] = [];
  return {
    store,
    checkpoints,
    isSchemaCurrent,
    owner,
    ownerUrl: database.ownerUrl,
    refused: () => readRefused(owner),
    /**
     * Creates a service on this log without starting it. Closing the log also closes the service.
     */
    createAudit(overrides: AuditOverrides = {}, change: Partial<EventStore> = {}): Service {
      const stores = { store: { ...store, ...change }, checkpoints, isSchemaCurrent };
      const audit = createTestAudit({ stores, ...overrides });
      audits.push(audit);
      return audit;
    },
    async close() {
      for (const audit of audits) await audit.stop();
      await Promise.all([close(), owner.close()]);
      await database.drop();
    },
  };
}

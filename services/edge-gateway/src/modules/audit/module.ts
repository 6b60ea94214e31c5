import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/telemetry";
import type { Clients } from "../../platform/clients.ts";
import { callerOf, sessionCallerOf } from "../accounts/http.ts";
import { createHttpAuditLog } from "./adapters/http-audit-log.ts";
import { createRecentEvents } from "./domain/recent-events.ts";
import { createReadTrail } from "./domain/trail.ts";

interface AuditParts {
  readonly clients: Pick<Clients, "clients">;
  readonly log: Logger;
  readonly nowMs: Clock;
}

export function createAuditModule({ clients, log, nowMs }: AuditParts) {
  const recent = createRecentEvents();
  const auditLog = createHttpAuditLog({ client: clients.clients.audit, log });
  const readTrail = createReadTrail({ log: auditLog, recent });
  return {
    onSeen: recent.add,
    auditExport: { readTrail, customerOf: callerOf, nowMs },
    accountAudit: { readTrail, organizationOf: sessionCallerOf, nowMs },
  };
}

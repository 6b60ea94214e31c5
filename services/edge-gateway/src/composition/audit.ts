import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import { callerOf, sessionCallerOf } from "../modules/accounts/http.ts";
import { createHttpAuditLog } from "../modules/audit/adapters/http-audit-log.ts";
import { createRecentEvents } from "../modules/audit/domain/recent-events.ts";
import { createReadTrail } from "../modules/audit/domain/trail.ts";
import type { Clients } from "./clients.ts";

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

import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import type { EventTransport } from "@veil/transport/events";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { Clients } from "../../platform/clients.ts";
import { createHttpAuditLog } from "./adapters/http-audit-log.ts";
import { createHttpLogReader } from "./adapters/http-log-reader.ts";
import { createEventRelay, type OnEvents } from "./background/event-relay.ts";
import { createRecentEvents } from "./domain/recent-events.ts";
import { createReadTrail, type ReadTrail } from "./domain/trail.ts";
import type { EventOutbox, LogReader } from "./ports.ts";
import { type AccountAuditDeps, viewAudit } from "./routes/account-audit.ts";
import { type AuditExportDeps, exportAudit } from "./routes/audit-export.ts";

interface AuditNeeds {
  readonly eventOutbox: EventOutbox;
  readonly transport: EventTransport;
  readonly clients: Clients;
  readonly customerOf: AuditExportDeps["customerOf"];
  readonly organizationOf: AccountAuditDeps["organizationOf"];
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface AuditModule {
  readonly serves: ServedOperations;
  readonly onEvents: OnEvents;
  readonly readTrail: ReadTrail;
  readonly logReader: LogReader;
  start(): void;
  stop(): Promise<void>;
}

export function createAuditModule(needs: AuditNeeds): AuditModule {
  const { eventOutbox, transport, clients, customerOf, organizationOf, log, nowMs } = needs;
  const { keys } = clients;
  const recent = createRecentEvents();
  const relay = createEventRelay({
    outbox: eventOutbox,
    transport,
    signer: { service: keys.service, ...keys.signing("message") },
    onSeen: recent.add,
    log,
  });
  const auditLog = createHttpAuditLog({ client: clients.clients.audit, log });
  const readTrail = createReadTrail({ log: auditLog, recent });
  return {
    serves: {
      exportAudit: exportAudit({ readTrail, customerOf, nowMs }),
      viewAudit: viewAudit({ readTrail, organizationOf, nowMs }),
    },
    onEvents: relay.handOn,
    readTrail,
    logReader: createHttpLogReader(clients.clients.audit),
    start: relay.start,
    async stop() {
      await relay.stop();
      await transport.stop();
    },
  };
}

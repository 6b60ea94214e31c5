import type { Clock } from "@veil/contracts/clock";
import { createOpsApp, operatorHandlers, type Service } from "@veil/http-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import { createApp } from "./api/app.ts";
import { translateDatabaseErrors } from "./api/database-refusals.ts";
import { sharedBodyBudget } from "./api/shared-body-budget.ts";
import type { GatewayConfig } from "./config.ts";
import { createAccountsModule } from "./modules/accounts/module.ts";
import { createAdminModule } from "./modules/admin/module.ts";
import { createAuditModule } from "./modules/audit/module.ts";
import { createCallsModule } from "./modules/calls/module.ts";
import type { TokenService } from "./modules/calls/prepare/ports.ts";
import type { TextScans } from "./modules/calls/scanning/text-scans.ts";
import { createVeilModule } from "./modules/certificates/module.ts";
import { createEntitiesModule } from "./modules/entities/module.ts";
import { invariantReport, operatorInvariantReport } from "./modules/isolation/domain/invariant.ts";
import { createIsolationModule } from "./modules/isolation/module.ts";
import type { IsolationMonitor } from "./modules/isolation/ports.ts";
import { createMcpModule } from "./modules/mcp/module.ts";
import { createSdkModule } from "./modules/sdk/module.ts";
import { createClients } from "./platform/clients.ts";
import { coalesce } from "./platform/coalesce.ts";
import { createTls } from "./platform/tls.ts";
import { openStores, type Stores } from "./stores.ts";

export interface GatewayOverrides {
  readonly log?: Logger;
  readonly stores?: Stores;
  readonly nowMs?: Clock;
  readonly isolation?: IsolationMonitor;
  /** How long after its deadline a call of an SDK may end. */
  readonly workerGraceMs?: number;
  readonly scans?: TextScans & { close(): Promise<void> };
}

const SERVICE = "edge-gateway";
/** `/ready` is public: the database is asked at most once a second. */
const READINESS_KEPT_MS = 1_000;
const LAST_ANSWERS_MS = 1_000;

export function createGateway(config: GatewayConfig, overrides: GatewayOverrides = {}): Service {
  const log = overrides.log ?? createLogger({ service: SERVICE, level: config.logLevel });
  const { nowMs = Date.now, scans, workerGraceMs } = overrides;
  const metrics = createMetrics(SERVICE);
  const stores = overrides.stores ?? openStores(config, log);
  const tls = createTls(config, log, metrics);
  const clients = createClients(config, tls.own);
  const parts = { config, stores, clients, metrics, log, nowMs };
  const onKeyEnded: TokenService["forget"] = (customerId) => calls.forgetTokens(customerId);
  const accounts = createAccountsModule({ ...parts, onKeyEnded });
  const entities = createEntitiesModule({ ...parts, onChanged: accounts.forgetCustomer });
  const { isolation, background: probing } = createIsolationModule(parts, overrides.isolation);
  const { onSeen, ...audit } = createAuditModule(parts);
  const onEvents = () => calls.proxy.onEvents();
  const { certificates, issuing, ...veil } = createVeilModule({ ...parts, onEvents });
  const loops = [...probing, ...issuing];
  const given = { ...parts, ...accounts, isolation, scans, onSeen, certificates };
  const calls = createCallsModule(given);
  const sdk = createSdkModule({ ...parts, calls: calls.proxy, workerGraceMs });
  const ready = coalesce(READINESS_KEPT_MS, () => readiness(stores, calls.state()));
  const invariant = invariantReports(isolation);

  return {
    log,
    limits: config.timing,
    app: createApp({
      ...accounts.routes,
      ...{ ...veil, log, metrics },
      trustProxy: config.trustProxy,
      legacy: config.legacy,
      operator: operatorHandlers({ service: SERVICE, ready, invariant: invariant.open }),
      entityLists: entities.entityLists,
      ...audit,
      ...createAdminModule({ ...parts, ...accounts, ...entities, scans: calls.scan.scans }),
      proxy: calls.proxy,
      scan: { ...calls.scan, limit: accounts.scanLimit },
      ...sdk,
      ...createMcpModule({ ...parts, ...veil, calls, accounts, ...sdk }),
      bodyBudget: sharedBodyBudget(config.bodies.inference, "rate_limit_exceeded")(),
      translateErrors: translateDatabaseErrors,
    }),
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant: invariant.full }),
    tls: tls.listen,
    async start() {
      await Promise.all([calls.start(), accounts.start()]);
      for (const loop of loops) loop.start();
    },
    graceMs: config.shutdownGraceMs,
    drain: async () => scheduleEndOfWaits(config.shutdownGraceMs, calls.endWaits),
    async stop() {
      await calls.stop();
      for (const loop of loops) await loop.stop();
      await closeInOrder(entities, accounts, clients, stores);
    },
  };
}

async function closeInOrder(...parts: readonly { close(): unknown }[]): Promise<void> {
  for (const part of parts) await part.close();
}

function invariantReports(isolation: IsolationMonitor) {
  return {
    open: async () => invariantReport(await isolation.probe()),
    full: async () => operatorInvariantReport(await isolation.probe()),
  };
}

/** Shortly before the end of the grace, waiting clients get a 202. */
function scheduleEndOfWaits(graceMs: number, endWaits: () => void): void {
  setTimeout(endWaits, Math.max(0, graceMs - LAST_ANSWERS_MS)).unref();
}

async function readiness(
  stores: Pick<Stores, "isUp">,
  { jobs, wakeUps }: { readonly jobs: "up" | "down"; readonly wakeUps: "up" | "down" },
) {
  return [
    { name: "database", ok: await stores.isUp() },
    { name: "job-transport", ok: jobs === "up" },
    // Without wake-ups a waiting request polls once a second.
    { name: wakeUps === "up" ? "wake-ups" : "wake-ups (degraded)", ok: true },
  ];
}

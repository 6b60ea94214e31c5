import type { Clock } from "@veil/contracts/clock";
import { createOpsApp, operatorHandlers, type Service } from "@veil/http-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import { shared } from "./background/shared.ts";
import type { GatewayConfig } from "./config.ts";
import { createApp } from "./http/app.ts";
import { bodyBudget } from "./http/middleware/body-budget.ts";
import { translateDatabaseErrors } from "./http/translate-database-errors.ts";
import type { TextScans } from "./modules/calls/text-scans.ts";
import { invariantReport, operatorInvariantReport } from "./modules/isolation/domain/invariant.ts";
import type { IsolationMonitor } from "./modules/isolation/ports.ts";
import { wireAccounts } from "./wire/accounts.ts";
import { wireCalls } from "./wire/calls.ts";
import { wireClients } from "./wire/clients.ts";
import { wireEntities } from "./wire/entities.ts";
import { wireIsolation } from "./wire/isolation.ts";
import { openStores, type Stores } from "./wire/stores.ts";
import { wireTls } from "./wire/tls.ts";
import { wireVeil } from "./wire/veil.ts";

/** What component tests put in the place of the real thing. */
export interface GatewayOverrides {
  readonly log?: Logger;
  readonly stores?: Stores;
  /** Milliseconds since 1970. */
  readonly nowMs?: Clock;
  /** What is known of the isolation between the sandboxes; default: it is probed. */
  readonly isolation?: IsolationMonitor;
  /** Where texts are gone through; default: long ones in threads. */
  readonly scans?: TextScans & { close(): Promise<void> };
}

const SERVICE = "edge-gateway";
/** `/ready` is public: however many ask, the database is asked once a second. */
const READINESS_KEPT_MS = 1_000;
const LAST_ANSWERS_MS = 1_000;

/** The whole gateway. Its start takes results, and begins what runs beside requests. */
export function createGateway(config: GatewayConfig, overrides: GatewayOverrides = {}): Service {
  const log = overrides.log ?? createLogger({ service: SERVICE, level: config.logLevel });
  const nowMs = overrides.nowMs ?? Date.now;
  const metrics = createMetrics(SERVICE);
  const stores = overrides.stores ?? openStores(config, log);
  const tls = wireTls(config, log, metrics);
  const clients = wireClients(config, tls.own);
  const parts = { config, stores, clients, log, nowMs };
  const { forgetCustomer, scanLimit, close: closeAccounts, ...accounts } = wireAccounts(parts);
  const entities = wireEntities({ ...parts, onChanged: forgetCustomer });
  const { isolation, background: probing } = wireIsolation(parts, overrides.isolation);
  const calls = wireCalls({ ...parts, isolation, scans: overrides.scans });
  const ready = shared(READINESS_KEPT_MS, () => readiness(stores, calls.state()));
  const invariant = async () => invariantReport(await isolation.probe());
  const operatorInvariant = async () => operatorInvariantReport(await isolation.probe());

  return {
    log,
    limits: config.timing,
    app: createApp({
      ...accounts,
      ...wireVeil(parts),
      log,
      metrics,
      trustProxy: config.trustProxy,
      operator: operatorHandlers({ service: SERVICE, ready, invariant }),
      entityLists: entities.entityLists,
      proxy: calls.proxy,
      scan: { ...calls.scan, limit: scanLimit },
      bodyBudget: bodyBudget(config.bodies.inference),
      translateErrors: translateDatabaseErrors,
    }),
    opsApp: createOpsApp({ service: SERVICE, metrics, log, ready, invariant: operatorInvariant }),
    tls: tls.listen,
    async start() {
      await calls.start();
      for (const loop of probing) loop.start();
    },
    graceMs: config.shutdownGraceMs,
    drain: async () => endWaitsWithin(config.shutdownGraceMs, calls.endWaits),
    async stop() {
      await calls.stop();
      for (const loop of probing) await loop.stop();
      await entities.close();
      closeAccounts();
      await clients.close();
      await stores.close();
    },
  };
}

/** An answer may still come within the grace; shortly before its end who waits gets a 202. */
function endWaitsWithin(graceMs: number, endWaits: () => void): void {
  setTimeout(endWaits, Math.max(0, graceMs - LAST_ANSWERS_MS)).unref();
}

async function readiness(
  stores: Pick<Stores, "isUp">,
  { jobs, wakeUps }: { readonly jobs: "up" | "down"; readonly wakeUps: "up" | "down" },
) {
  return [
    { name: "database", ok: await stores.isUp() },
    { name: "job-transport", ok: jobs === "up" },
    // Without wake-ups a waiter still looks once a second: slower, not broken.
    { name: wakeUps === "up" ? "wake-ups" : "wake-ups (degraded)", ok: true },
  ];
}

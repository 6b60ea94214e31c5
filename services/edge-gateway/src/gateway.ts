import type { Clock } from "@veil/contracts/clock";
import { createOpsApp, type ListenTls, operatorHandlers } from "@veil/http-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import type { Express } from "express";
import { shared } from "./background/shared.ts";
import type { GatewayConfig } from "./config.ts";
import { createApp } from "./http/app.ts";
import { bodyBudget } from "./http/middleware/body-budget.ts";
import { translateDatabaseErrors } from "./http/translate-database-errors.ts";
import { invariantReport, operatorInvariantReport } from "./modules/isolation/domain/invariant.ts";
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
}

export interface Gateway {
  readonly app: Express;
  /** For the operators' port. */
  readonly opsApp: Express;
  /** How the public port speaks; undefined: TLS ends in front of it. */
  readonly tls: ListenTls | undefined;
  /** Takes results, and begins what runs beside requests. */
  start(): Promise<void>;
  /** Who still waits for an answer gets a 202. */
  endWaits(): void;
  /** When no request is in flight any more. */
  stop(): Promise<void>;
}

const SERVICE = "edge-gateway";
/** `/ready` is public: however many ask, the database is asked once a second. */
const READINESS_KEPT_MS = 1_000;

/** The whole gateway. Nothing happens before its start but that connections are prepared. */
export function createGateway(config: GatewayConfig, overrides: GatewayOverrides = {}): Gateway {
  const log = overrides.log ?? createLogger({ service: SERVICE, level: config.logLevel });
  const nowMs = overrides.nowMs ?? Date.now;
  const now = () => new Date(nowMs());
  const metrics = createMetrics(SERVICE);
  const stores = overrides.stores ?? openStores(config, log);
  const tls = wireTls(config, log, metrics);
  const clients = wireClients(config, tls.own);
  const parts = { config, stores, clients, log, now, nowMs };
  const { forgetCustomer, scanLimit, close: closeAccounts, ...accounts } = wireAccounts(parts);
  const entities = wireEntities({ ...parts, onChanged: forgetCustomer });
  const { isolation, background: probing } = wireIsolation(parts);
  const calls = wireCalls({ ...parts, isolation });
  const ready = shared(READINESS_KEPT_MS, () => readiness(stores, calls.state()));
  const invariant = async () => invariantReport(await isolation.probe());
  const operatorInvariant = async () => operatorInvariantReport(await isolation.probe());

  return {
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
    endWaits: calls.endWaits,
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

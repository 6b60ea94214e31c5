import type { Env } from "@veil/config";
import { createOpsApp, operatorHandlers, serveUntilSignal } from "@veil/http-kit";
import { createPool, type Database } from "@veil/postgres-kit";
import { createLogger, createMetrics, type Logger } from "@veil/telemetry";
import { shared } from "../background/shared.ts";
import { type GatewayConfig, readConfig } from "../config.ts";
import { createApp } from "../http/app.ts";
import { bodyBudget } from "../http/middleware/body-budget.ts";
import { translateDatabaseErrors } from "../http/translate-database-errors.ts";
import { createHitStores } from "../modules/accounts/adapters/hit-stores.ts";
import { invariantReport, operatorInvariantReport } from "../modules/isolation/domain/invariant.ts";
import { wireAccounts } from "../wire/accounts.ts";
import { wireClients } from "../wire/clients.ts";
import { wirePipeline } from "../wire/pipeline.ts";
import { wireTls } from "../wire/tls.ts";

const LAST_ANSWERS_MS = 1_000;
const REPEATABLE_CONNECTIONS = 4;
/** `/ready` is public: however many ask, the database is asked once a second. */
const READINESS_KEPT_MS = 1_000;

/** Serves until a signal, then lets what is in flight end. */
export async function serveCommand(env: Env): Promise<void> {
  const config = readConfig(env);
  const service = "edge-gateway";
  const log = createLogger({ service, level: config.logLevel });
  const metrics = createMetrics(service);
  const { database, repeatable } = openPools(config, log);
  const hitStores = createHitStores(config.coordination, log);
  const tls = wireTls(config, log, metrics);
  const clients = wireClients(config, tls.own);
  const accounts = wireAccounts({ config, database, hitStores, clients, log });
  const { usage } = accounts;
  const pipeline = await wirePipeline({ config, database, repeatable, clients, usage, log });

  const ready = shared(READINESS_KEPT_MS, () => readiness(database, pipeline.state()));
  const { isolation } = pipeline;
  const invariant = async () => invariantReport(await isolation.probe());
  const operatorInvariant = async () => operatorInvariantReport(await isolation.probe());
  await serveUntilSignal({
    log,
    app: createApp({
      ...accounts,
      log,
      metrics,
      trustProxy: config.trustProxy,
      operator: operatorHandlers({ service, ready, invariant }),
      usage: accounts.usageRoute,
      proxy: pipeline.proxy,
      scan: { ...pipeline.scan, limit: accounts.scanLimit },
      bodyBudget: bodyBudget(config.bodies.inference),
      translateErrors: translateDatabaseErrors,
    }),
    address: config.address,
    tls: tls.listen,
    limits: config.timing,
    opsApp: createOpsApp({ service, metrics, log, ready, invariant: operatorInvariant }),
    opsAddress: config.opsAddress,
    graceMs: config.shutdownGraceMs,
    // An answer may still come within the grace; shortly before its end who waits gets a 202.
    beforeClose: async () => {
      setTimeout(pipeline.endWaits, Math.max(0, config.shutdownGraceMs - LAST_ANSWERS_MS)).unref();
    },
    afterClose: async () => {
      await pipeline.stop();
      await accounts.close();
      hitStores.close();
      await clients.close();
      await repeatable.close();
      await database.close();
    },
  });
}

/** `repeatable` is for what may be done twice: rows and maps that are done with, events that the log knows by id. */
function openPools({ databaseUrl: url, databaseConnections: max }: GatewayConfig, log: Logger) {
  const applicationName = "edge-gateway";
  return {
    database: createPool({ url, max, log, applicationName }),
    repeatable: createPool({
      url,
      max: REPEATABLE_CONNECTIONS,
      durable: false,
      log,
      applicationName,
    }),
  };
}

async function readiness(
  database: Database,
  { jobs, wakeUps }: { readonly jobs: "up" | "down"; readonly wakeUps: "up" | "down" },
) {
  const answers = await database.query("select 1").then(
    () => true,
    () => false,
  );
  return [
    { name: "database", ok: answers },
    { name: "job-transport", ok: jobs === "up" },
    // Without wake-ups a waiter still looks once a second: slower, not broken.
    { name: wakeUps === "up" ? "wake-ups" : "wake-ups (degraded)", ok: true },
  ];
}

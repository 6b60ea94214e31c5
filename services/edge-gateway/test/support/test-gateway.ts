import { type AuditEvent, eventsIn } from "@veil/contracts/audit";
import { systemRandomBytes } from "@veil/crypto";
import { createLogger, silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, type TestTrust } from "@veil/testing";
import { createGateway, type GatewayOverrides } from "../../src/gateway.ts";
import { createAccountSecrets } from "../../src/modules/accounts/keys/account-secrets.ts";
import { provision } from "../../src/modules/accounts/registration/provisioner.ts";
import { openStores, type Stores } from "../../src/stores.ts";
import { documentedAnswers } from "./documented-answers.ts";
import { startFakeServices } from "./fake-services.ts";
import { freshEmail } from "./fresh.ts";
import { openGatewayDatabase, PATIENT } from "./gateway-database.ts";
import { testConfig } from "./test-config.ts";

type Order = Parameters<typeof provision>[0];
type Settings = Readonly<Record<string, string>>;

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

interface TestGatewayOptions extends Omit<GatewayOverrides, "log" | "stores"> {
  readonly testTrust?: TestTrust;
  readonly signer?: object;
  /** The time-outs of the database connections. */
  readonly timeOuts?: Parameters<typeof openStores>[2];
  /** Returns the stores to use, for example stores that fail. */
  readonly stores?: (stores: Stores) => Stores;
}

/** Starts a gateway with a new database. */
export async function startTestGateway(settings: Settings = {}, options: TestGatewayOptions = {}) {
  const database = await openGatewayDatabase();
  const gateway = await startGatewayOn(database.urls.runtimeUrl, settings, {
    timeOuts: PATIENT,
    ...options,
  });
  const waiting = "select event from event_outbox order by created_at";
  return {
    ...gateway,
    database,
    /** Returns the events in the log and those that are still to be sent to it. */
    async events(): Promise<readonly AuditEvent[]> {
      const rows = await database.database.query<{ event: AuditEvent }>(waiting);
      const sent = new Set(gateway.audit.events.map(({ event_id }) => event_id));
      const unsent = rows
        .flatMap(({ event }) => eventsIn(event))
        .filter(({ event_id }) => !sent.has(event_id));
      return [...gateway.audit.events, ...unsent];
    },
    async close() {
      await gateway.close();
      await database.close();
    },
  };
}

/** Starts a gateway on a database that the caller has created, or without a database. */
export async function startGatewayOn(
  databaseUrl: string,
  settings: Settings = {},
  options: TestGatewayOptions = {},
) {
  const {
    testTrust = createTestTrust(),
    signer,
    timeOuts,
    stores: changed,
    ...overrides
  } = options;
  const services = await startFakeServices(testTrust, signer);
  const configure = (more: Settings) =>
    testConfig(testTrust, { ...services.urls, DATABASE_URL: databaseUrl, ...settings, ...more });
  const config = configure({});
  const opened = openStores(config, silentLogger, timeOuts);
  const stores = changed?.(opened) ?? opened;
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "edge-gateway", level: "debug", destination });
  const gateway = createGateway(config, { ...overrides, log, stores });
  await gateway.start();
  const secrets = createAccountSecrets(config);
  const { bridge, sanitiser, worker, audit } = services;
  return {
    app: documentedAnswers(gateway.app),
    opsApp: gateway.opsApp,
    testTrust,
    stores,
    secrets,
    bridge,
    sanitiser,
    worker,
    audit,
    /** The decrypted messages that each other service received, and the lines of the log. */
    seen: {
      bridge: bridge.bodies,
      sanitiser: sanitiser.bodies,
      worker: worker.jobs,
      messages: worker.bodies,
      audit: audit.events,
      log: lines,
    },
    provision: (order: Partial<Order> = {}) =>
      provision(
        { email: freshEmail(), tier: "pro", family: "svc", developer: false, ...order },
        { ...stores, secrets, random: systemRandomBytes, nowMs: Date.now },
      ),
    async replica(more: Settings) {
      const kept = { ...stores, close: async () => {} };
      const other = createGateway(configure(more), { ...overrides, log, stores: kept });
      await other.start();
      return { app: documentedAnswers(other.app), drain: other.drain, close: other.stop };
    },
    async close() {
      await gateway.stop();
      await services.close();
    },
  };
}

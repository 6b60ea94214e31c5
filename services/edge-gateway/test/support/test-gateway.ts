import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes } from "@veil/crypto";
import { createLogger } from "@veil/telemetry";
import { createTestTrust, type TestTrust } from "@veil/testing";
import { readConfig } from "../../src/config.ts";
import { createGateway } from "../../src/gateway.ts";
import { createAccountSecrets } from "../../src/modules/accounts/domain/account-secrets.ts";
import { provision } from "../../src/modules/accounts/domain/provisioner.ts";
import type { Stores } from "../../src/wire/stores.ts";
import { freshEmail } from "./account-app.ts";
import { startFakeSanitiser } from "./fake-sanitiser.ts";
import {
  startFakeAudit,
  startFakeBridge,
  startFakeService,
  startFakeWorker,
} from "./fake-services.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";
import { createMemoryJobs } from "./memory-jobs.ts";
import { createMemoryEventOutbox } from "./memory-outboxes.ts";

type Order = Parameters<typeof provision>[0];

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

interface TestGatewayOptions {
  readonly nowMs?: Clock;
  /** What the signer answers. */
  readonly signer?: object;
}

/** The gateway as it is served, over stores in memory, with a bridge, a sanitiser and a worker of the tests' own. */
export async function startTestGateway(
  settings: Readonly<Record<string, string>> = {},
  { nowMs, signer: answer }: TestGatewayOptions = {},
) {
  const testTrust = createTestTrust();
  const sanitiser = await startFakeSanitiser(testTrust);
  const bridge = await startFakeBridge();
  const worker = await startFakeWorker(testTrust);
  const audit = await startFakeAudit();
  const signer = await startFakeService((_path, _body, res) => res.end(JSON.stringify(answer)));
  const urls = { BRIDGE_URL: bridge.url, SANITISER_URL: sanitiser.url, WORKER_URL: worker.url };
  const config = readSettings(testTrust, {
    ...urls,
    AUDIT_URL: audit.url,
    SIGNER_URL: signer.url,
    MANAGED_AI_ENABLED: "true",
    ...settings,
  });
  const { stores, ...kept } = memoryStores();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "edge-gateway", level: "debug", destination });
  const gateway = createGateway(config, { log, stores, ...(nowMs && { nowMs }) });
  await gateway.start();
  const secrets = createAccountSecrets(config);
  return {
    app: gateway.app,
    stores,
    sanitiser,
    /** What each of the others got, in clear, and the lines of the log. */
    seen: { bridge: bridge.bodies, sanitiser: sanitiser.bodies, worker: worker.jobs, log: lines },
    /** All that is kept of jobs, and what was recorded for the audit log when something else was changed. */
    kept,
    secrets,
    /** A key of a fresh customer, unless another one of the same address is asked for. */
    provision: (order: Partial<Order> = {}) =>
      provision(
        { email: freshEmail(), tier: "pro", family: "svc", developer: false, ...order },
        { ...stores, secrets, random: systemRandomBytes },
      ),
    async close() {
      await gateway.stop();
      for (const service of [bridge, sanitiser, worker, audit, signer]) await service.close();
    },
  };
}

/** The settings of a deployment, all defaults but these. */
function readSettings(testTrust: TestTrust, env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-gateway-"));
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  try {
    return readConfig({
      KEY_FILE: file("keys.json", testTrust.keyFileOf("edge-gateway")),
      TRUST_FILE: file("trust.json", testTrust.trustFile),
      // No store of a test asks for it.
      DATABASE_URL: "postgres://127.0.0.1:1/none",
      PEPPER: "11".repeat(32),
      DATA_KEY: "33".repeat(32),
      ...env,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function memoryStores() {
  const { accounts, apiKeys, entityLists, events } = createMemoryAccounts();
  const { jobs, outbox: jobOutbox, admissions, ends, records } = createMemoryJobs();
  const stores: Stores = {
    accounts,
    apiKeys,
    entityLists,
    jobs,
    dropMaps: jobs.dropMaps,
    usage: { used: async () => 0 },
    credentials: { forCaller: async () => ({ kind: "managed" }) },
    jobOutbox,
    eventOutbox: createMemoryEventOutbox().outbox,
    isolationReports: { save: async () => {}, find: async () => undefined },
    isUp: async () => true,
    close: async () => {},
  };
  return { stores, admissions, ends, records, events };
}

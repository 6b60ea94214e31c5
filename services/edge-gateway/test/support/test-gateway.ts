import { systemRandomBytes } from "@veil/crypto";
import { createLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, type TestTrust } from "@veil/testing";
import type { GatewayConfig } from "../../src/config.ts";
import { createGateway, type GatewayOverrides } from "../../src/gateway.ts";
import { createAccountSecrets } from "../../src/modules/accounts/keys/account-secrets.ts";
import { provision } from "../../src/modules/accounts/registration/provisioner.ts";
import type { Stores } from "../../src/stores.ts";
import { documentedAnswers } from "./documented-answers.ts";
import { startFakeServices } from "./fake-services.ts";
import { freshEmail } from "./fresh.ts";
import { createMemoryStores } from "./memory-stores.ts";
import { testConfig } from "./test-config.ts";

type Order = Parameters<typeof provision>[0];
type Settings = Readonly<Record<string, string>>;

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

interface TestGatewayOptions extends Omit<GatewayOverrides, "log" | "stores"> {
  readonly testTrust?: TestTrust;
  readonly signer?: object;
  readonly stores?: (config: GatewayConfig) => Stores;
}

export async function startTestGateway(settings: Settings = {}, options: TestGatewayOptions = {}) {
  const { testTrust = createTestTrust(), signer, stores: open, ...overrides } = options;
  const services = await startFakeServices(testTrust, signer);
  const configure = (more: Settings) =>
    testConfig(testTrust, { ...services.urls, ...settings, ...more });
  const config = configure({});
  const memory = createMemoryStores();
  const stores = open?.(config) ?? memory.stores;
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
    /** What each of the others got, in clear, and the lines of the log. */
    seen: {
      bridge: bridge.bodies,
      sanitiser: sanitiser.bodies,
      worker: worker.jobs,
      messages: worker.bodies,
      audit: audit.events,
      log: lines,
    },
    kept: memory.kept,
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

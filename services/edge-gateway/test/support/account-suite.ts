import { afterAll, beforeAll } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { openStores } from "../../src/stores.ts";
import { type GatewayDatabase, openGatewayDatabase } from "./gateway-database.ts";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

/** Clients differ by header, and only separate suites reach a limit. */
const SETTINGS = {
  TRUST_PROXY: "1",
  PUBLIC_BASE_URL: "https://veil.example",
  REGISTRATIONS_PER_HOUR: "1000",
  ACCOUNT_CALLS_PER_MINUTE: "1000",
};

interface AccountGateway extends TestGateway {
  readonly clock: { ms: number };
}

export function openAccountSuite(
  adminUrl: string,
  settings: Readonly<Record<string, string>> = {},
) {
  let gateway: GatewayDatabase;
  let one: AccountGateway;
  beforeAll(async () => {
    gateway = await openGatewayDatabase(adminUrl);
    const clock = { ms: Date.parse("2026-11-21T08:00:00Z") };
    const started = await startTestGateway(
      { DATABASE_URL: gateway.urls.runtimeUrl, ...SETTINGS, ...settings },
      { stores: (config) => openStores(config, silentLogger), nowMs: () => clock.ms },
    );
    one = { ...started, clock };
  });
  afterAll(async () => {
    await one.close();
    await gateway.close();
  });
  return { gateway: () => gateway, one: () => one };
}

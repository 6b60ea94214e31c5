import { afterAll, beforeAll } from "@jest/globals";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

/**
 * Clients are distinguished by a header. The limits are so high that no suite reaches them, except
 * suites that set lower ones.
 */
const SETTINGS = {
  TRUST_PROXY: "1",
  PUBLIC_BASE_URL: "https://veil.example",
  REGISTRATIONS_PER_HOUR: "1000",
  ACCOUNT_CALLS_PER_MINUTE: "1000",
};

interface AccountGateway extends TestGateway {
  readonly clock: { ms: number };
}

export function openAccountSuite(settings: Readonly<Record<string, string>> = {}) {
  let one: AccountGateway;
  beforeAll(async () => {
    const clock = { ms: Date.parse("2026-11-21T08:00:00Z") };
    const started = await startTestGateway({ ...SETTINGS, ...settings }, { nowMs: () => clock.ms });
    one = { ...started, clock };
  });
  afterAll(() => one.close());
  return { gateway: () => one.database, one: () => one };
}

import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { LARGE_BODY_BYTES } from "../../src/body-limits.ts";
import { accountEndpoints } from "../../src/http/account-endpoints.ts";
import { customerEndpoints } from "../../src/http/customer-endpoint.ts";
import { bodyBudget } from "../../src/http/middleware/body-budget.ts";
import { createMemoryHitStore } from "../../src/modules/accounts/adapters/memory-hit-store.ts";
import { createAccountSecrets } from "../../src/modules/accounts/domain/account-secrets.ts";
import { createAuthenticator } from "../../src/modules/accounts/domain/authenticator.ts";
import { provision } from "../../src/modules/accounts/domain/provisioner.ts";
import { authenticate } from "../../src/modules/accounts/middleware/authenticate.ts";
import { accountLimit } from "../../src/modules/accounts/middleware/hit-limit.ts";
import { createEntityListReader } from "../../src/modules/entities/adapters/create-entity-list-reader.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";
import { startNativeApp } from "./native-app.ts";

// Threads cannot read TypeScript: they run what the build made of the same file.
const WORKER = new URL(
  "../../dist/modules/entities/adapters/entity-list-worker.js",
  import.meta.url,
);

export type ListsApp = Awaited<ReturnType<typeof startListsApp>>;

/** Lists, policies and the native call behind one door, with a clock of the test's own for what is remembered. */
export async function startListsApp() {
  const clock = { ms: Date.parse("2026-11-21T08:00:00Z") };
  const nowMs = () => clock.ms;
  const { accounts, apiKeys, entityLists, events } = createMemoryAccounts();
  const secrets = createAccountSecrets({ peppers: "11".repeat(32), dataKey: "33".repeat(32) });
  const replica = () =>
    createAuthenticator({ apiKeys, secrets, nowMs, onUnrecorded: (error) => void error });
  const [authenticator, elsewhere] = [replica(), replica()];
  const store = createMemoryHitStore();
  const reader = createEntityListReader((error) => void error, WORKER);
  const testTrust = createTestTrust();
  const access = {
    authenticate: authenticate({ authenticator, nowMs, onFailedKey: async () => {} }),
    accountLimit: accountLimit({ store, limits: { accountCallsPerMinute: 1_000_000 } }),
  };
  const native = await startNativeApp({
    authenticator,
    entityLists,
    testTrust,
    mount: (router) =>
      accountEndpoints(customerEndpoints(router, access), {
        entityLists: {
          lists: entityLists,
          reader,
          onChanged: authenticator.forgetCustomer,
          bodyBudget: bodyBudget({
            maxBytes: 8 * LARGE_BODY_BYTES,
            maxBytesPerCustomer: 2 * LARGE_BODY_BYTES,
          }),
          trust: testTrust.trust,
          random: systemRandomBytes,
          nowMs,
        },
      }),
  });
  return {
    native,
    clock,
    apiKeys,
    /** What was noted for the audit log. */
    events,
    /** Another replica's memory of keys. */
    elsewhere,
    customer: (tier: "free" | "pro" = "free") =>
      provision(
        { email: `${systemRandomBytes(8).toString("hex")}@example.com`, tier, ...SVC },
        { accounts, apiKeys, secrets, random: systemRandomBytes },
      ),
    async close() {
      void store.shutdown?.();
      await reader.close();
      await native.close();
    },
  };
}

const SVC = { family: "svc", developer: false } as const;

import { systemRandomBytes } from "@veil/crypto";
import { createMetrics, silentLogger } from "@veil/telemetry";
import { createTestTrust } from "@veil/testing";
import type { RequestHandler } from "express";
import { LARGE_BODY_BYTES } from "../../src/body-limits.ts";
import { createApp } from "../../src/http/app.ts";
import { bodyBudget } from "../../src/http/middleware/body-budget.ts";
import { translateDatabaseErrors } from "../../src/http/translate-database-errors.ts";
import { createMemoryHitStore } from "../../src/modules/accounts/adapters/memory-hit-store.ts";
import { createAccountSecrets } from "../../src/modules/accounts/domain/account-secrets.ts";
import { createAuthenticator } from "../../src/modules/accounts/domain/authenticator.ts";
import type { Limits } from "../../src/modules/accounts/domain/limits.ts";
import { provision } from "../../src/modules/accounts/domain/provisioner.ts";
import { createRegistrar } from "../../src/modules/accounts/domain/registrar.ts";
import { authenticate } from "../../src/modules/accounts/middleware/authenticate.ts";
import {
  accountLimit,
  perMinuteLimit,
  registrationLimit,
  scanLimit,
} from "../../src/modules/accounts/middleware/hit-limit.ts";
import { createEntityListReader } from "../../src/modules/entities/adapters/create-entity-list-reader.ts";
import { freshEmail } from "./account-app.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";
import { startNativeApp } from "./native-app.ts";

type Order = Pick<Parameters<typeof provision>[0], "family" | "developer">;

export type WholeApp = Awaited<ReturnType<typeof startWholeApp>>;

const BUDGET = {
  maxBytes: 8 * LARGE_BODY_BYTES,
  maxBytesPerCustomer: 2 * LARGE_BODY_BYTES,
};

/** The gateway's own list of routes, over memory, with a sanitiser and a worker of the tests' own. */
export async function startWholeApp(own: Partial<Limits> = {}) {
  const nowMs = Date.now;
  const { accounts, apiKeys, entityLists } = createMemoryAccounts();
  const secrets = createAccountSecrets({ peppers: "11".repeat(32), dataKey: "33".repeat(32) });
  const authenticator = createAuthenticator({ apiKeys, secrets, nowMs, onUnrecorded: rethrow });
  const testTrust = createTestTrust();
  const native = await startNativeApp({ authenticator, entityLists, testTrust });
  const { usage, sanitiser, scans } = native.deps;
  const limits = { ...native.deps.limits, ...own };
  const reader = createEntityListReader(rethrow);
  const store = createMemoryHitStore();
  const open = { store, limits };
  const random = systemRandomBytes;
  const { trust } = testTrust;
  const app = createApp({
    log: silentLogger,
    metrics: createMetrics("test"),
    trustProxy: false,
    operator: { health: ok, ready: ok, invariant: ok },
    authenticate: authenticate({ authenticator, nowMs, onFailedKey: async () => {} }),
    accountLimit: accountLimit(open),
    perMinute: perMinuteLimit({ ...open, code: "rate_limit_exceeded" }),
    bodyBudget: bodyBudget(BUDGET),
    registration: {
      registrar: createRegistrar({
        accounts,
        authenticator,
        secrets,
        trust,
        providerKeyPrefixes: new Map(),
        replayWindowMs: 0,
        random,
        nowMs,
      }),
      limit: registrationLimit({ ...open, secrets }),
      limits,
      publicBaseUrl: "https://veil.example",
    },
    usage: { usage, limits, nowMs },
    veilKeys: { manifests: { current: () => Promise.reject(new Error("No signer")) }, nowMs },
    proxy: native.deps,
    scan: { limit: scanLimit(open), sanitiser, scans, clockMs: nowMs },
    entityLists: {
      lists: entityLists,
      reader,
      onChanged: authenticator.forgetCustomer,
      bodyBudget: bodyBudget(BUDGET),
      trust,
      random,
      nowMs,
    },
    translateErrors: translateDatabaseErrors,
  });
  return {
    app,
    /** Of a fresh customer, unless another key of the same address is asked for. */
    async key(order: Order, email = freshEmail()): Promise<string> {
      const deps = { accounts, apiKeys, secrets, random };
      return (await provision({ email, tier: "pro", ...order }, deps)).apiKey;
    },
    async close() {
      void store.shutdown?.();
      await reader.close();
      await native.close();
    },
  };
}

const ok: RequestHandler = (_req, res) => {
  res.json({});
};

function rethrow(error: unknown): never {
  throw error;
}

import { systemRandomBytes } from "@veil/crypto";
import { endpoint, errorHandler, requestContext } from "@veil/http-kit";
import type { Database } from "@veil/postgres-kit";
import { createMetrics, silentLogger } from "@veil/telemetry";
import { createTestTrust } from "@veil/testing";
import express, { type RequestHandler } from "express";
import { createMemoryHitStore } from "../../src/modules/accounts/adapters/memory-hit-store.ts";
import { createPostgresAccounts } from "../../src/modules/accounts/adapters/postgres-accounts.ts";
import { createPostgresApiKeys } from "../../src/modules/accounts/adapters/postgres-api-keys.ts";
import { createPostgresUsage } from "../../src/modules/accounts/adapters/postgres-usage.ts";
import { createAccountSecrets } from "../../src/modules/accounts/domain/account-secrets.ts";
import { createAuthenticator } from "../../src/modules/accounts/domain/authenticator.ts";
import { provision } from "../../src/modules/accounts/domain/provisioner.ts";
import { createRegistrar } from "../../src/modules/accounts/domain/registrar.ts";
import { authenticate, callerOf } from "../../src/modules/accounts/middleware/authenticate.ts";
import {
  failedKeyLimit,
  perMinuteLimit,
  registrationLimit,
} from "../../src/modules/accounts/middleware/hit-limit.ts";
import {
  refuseDeveloperKeys,
  requireTier,
} from "../../src/modules/accounts/middleware/require-tier.ts";
import { registerRoute } from "../../src/modules/accounts/routes/register.ts";
import { readUsage } from "../../src/modules/accounts/routes/usage.ts";

interface AppOptions {
  readonly trustProxy?: false | number;
  readonly replayWindowMs?: number;
  readonly registrationsPerHour?: number;
}

const providerKeyPrefixes = new Map([
  ["sk-", "openai"],
  ["sk-ant-", "anthropic"],
]);

function rethrow(error: unknown): never {
  throw error;
}

export type AccountApp = ReturnType<typeof createAccountApp>;

const testLimits = {
  monthly: { free: 500, developer: 1_000, pro: 50_000, enterprise: Number.POSITIVE_INFINITY },
  perMinute: { free: 3, developer: 4, pro: 5, enterprise: 6 },
};

/** The accounts' routes on a real database, with a clock of the test's own. Clients are told apart by header. */
export function createAccountApp(database: Database, options: AppOptions = {}) {
  const { trustProxy = 1, replayWindowMs = 600_000, registrationsPerHour = 1_000 } = options;
  const clock = { ms: Date.parse("2026-11-21T08:00:00Z") };
  const nowMs = () => clock.ms;
  const limits = {
    ...testLimits,
    accountCallsPerMinute: 1_000,
    registrationsPerHour,
    scansPerHour: 1_000,
  };
  const { trust, keysOf } = createTestTrust();
  const secrets = createAccountSecrets({ peppers: "11".repeat(32), dataKey: "33".repeat(32) });
  const accounts = createPostgresAccounts(database);
  const apiKeys = createPostgresApiKeys(database);
  const authenticator = createAuthenticator({ apiKeys, secrets, nowMs, onUnrecorded: rethrow });
  const registrar = createRegistrar({
    accounts,
    authenticator,
    secrets,
    trust,
    providerKeyPrefixes,
    replayWindowMs,
    random: systemRandomBytes,
    nowMs,
  });
  const stores = [createMemoryHitStore(), createMemoryHitStore(), createMemoryHitStore()] as const;
  const limit = registrationLimit({ store: stores[0], limits, secrets });
  const onFailedKey = failedKeyLimit({ store: stores[2], secrets });
  const known = authenticate({ authenticator, nowMs, onFailedKey });
  const perMinute = perMinuteLimit({ store: stores[1], limits, code: "rate_limit_exceeded" });

  const app = express().set("trust proxy", trustProxy);
  app.use(requestContext({ log: silentLogger, metrics: createMetrics("test") }));
  endpoint(app, "/api/v1/register", {
    post: registerRoute({ registrar, limit, limits, publicBaseUrl: "https://veil.example" }),
  });
  endpoint(app, "/api/v1/usage", {
    get: [known, readUsage({ usage: createPostgresUsage(database), limits, nowMs })],
  });
  // Stand-ins for the routes that authenticate, limit and refuse: they answer who was recognised.
  endpoint(app, "/native", { post: [known, refuseDeveloperKeys, perMinute, sayWho] });
  endpoint(app, "/sdk", { post: [known, perMinute, sayWho] });
  endpoint(app, "/pro", { post: [known, requireTier("pro"), sayWho] });
  app.use(errorHandler(silentLogger));

  return {
    app,
    clock,
    database,
    apiKeys,
    authenticator,
    secrets,
    worker: keysOf("inference-worker"),
    provision: (order: Parameters<typeof provision>[0]) =>
      provision(order, { accounts, apiKeys, secrets, random: systemRandomBytes }),
    close() {
      for (const store of stores) void store.shutdown?.();
    },
  };
}

const sayWho: RequestHandler = (_req, res) => {
  const { customerId, keyId } = callerOf(res);
  res.json({ customer_id: customerId, key_id: keyId });
};

let addresses = 0;
/** Nobody else's, so that suites do not use up each other's limits and windows. */
export function freshAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export function freshEmail(): string {
  return `${systemRandomBytes(8).toString("hex")}@example.com`;
}

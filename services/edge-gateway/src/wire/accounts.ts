import { systemRandomBytes } from "@veil/crypto";
import type { Database } from "@veil/postgres-kit";
import type { Logger } from "@veil/telemetry";
import { createEntityListReader } from "../adapters/create-entity-list-reader.ts";
import type { HitStores } from "../adapters/hit-stores.ts";
import { createHttpKeyManifests } from "../adapters/http-key-manifests.ts";
import { createPostgresAccounts } from "../adapters/postgres-accounts.ts";
import { createPostgresApiKeys } from "../adapters/postgres-api-keys.ts";
import { createPostgresEntityLists } from "../adapters/postgres-entity-lists.ts";
import { createPostgresUsage } from "../adapters/postgres-usage.ts";
import type { GatewayDeps } from "../app.ts";
import type { GatewayConfig } from "../config.ts";
import { createAccountSecrets } from "../domain/accounts/account-secrets.ts";
import { createAuthenticator } from "../domain/accounts/authenticator.ts";
import { createRegistrar } from "../domain/accounts/registrar.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { bodyBudget } from "../middleware/body-budget.ts";
import {
  accountLimit,
  failedKeyLimit,
  perMinuteLimit,
  registrationLimit,
  scanLimit,
} from "../middleware/hit-limit.ts";
import type { Usage } from "../ports/accounts.ts";
import type { Clients } from "./clients.ts";

interface AccountParts {
  readonly config: GatewayConfig;
  readonly database: Database;
  readonly hitStores: HitStores;
  readonly clients: Clients;
  readonly log: Logger;
}

interface WiredAccounts
  extends Pick<
    GatewayDeps,
    "authenticate" | "accountLimit" | "perMinute" | "registration" | "veilKeys" | "entityLists"
  > {
  readonly usage: Usage;
  readonly usageRoute: GatewayDeps["usage"];
  readonly scanLimit: GatewayDeps["scan"]["limit"];
  close(): Promise<void>;
}

/** Registration, authentication, limits and usage. */
export function wireAccounts(parts: AccountParts): WiredAccounts {
  const { config, database, hitStores, clients, log } = parts;
  const { limits, publicBaseUrl } = config;
  const nowMs = Date.now;
  const secrets = createAccountSecrets(config);
  const usage = createPostgresUsage(database);
  const authenticator = createAuthenticator({
    apiKeys: createPostgresApiKeys(database),
    secrets,
    nowMs,
    onUnrecorded: (error) => log.warn("key_use_not_recorded", { error }),
  });
  const registrar = createRegistrar({
    accounts: createPostgresAccounts(database),
    authenticator,
    secrets,
    trust: clients.trust,
    providerKeyPrefixes: config.providerKeyPrefixes,
    replayWindowMs: config.registerReplayWindowMs,
    random: systemRandomBytes,
    nowMs,
  });
  const reader = createEntityListReader((error) => log.error("list_thread_failed", { error }));
  const store = (name: string) => hitStores.open(name);
  return {
    usage,
    authenticate: authenticate({
      authenticator,
      nowMs,
      onFailedKey: failedKeyLimit({ store: store("failed-keys"), secrets }),
    }),
    accountLimit: accountLimit({ store: store("account"), limits }),
    perMinute: perMinuteLimit({ store: store("native"), limits, code: "rate_limit_exceeded" }),
    registration: {
      registrar,
      limit: registrationLimit({ store: store("register"), limits, secrets }),
      limits,
      publicBaseUrl,
    },
    scanLimit: scanLimit({ store: store("scan"), limits }),
    usageRoute: { usage, limits, nowMs },
    entityLists: {
      lists: createPostgresEntityLists(database),
      reader,
      onChanged: authenticator.forgetCustomer,
      bodyBudget: bodyBudget(config.bodies.entityLists),
      trust: clients.trust,
      random: systemRandomBytes,
      nowMs,
    },
    veilKeys: {
      manifests: createHttpKeyManifests({ signer: clients.clients.signer, nowMs }),
      nowMs,
    },
    close: reader.close,
  };
}

import { systemRandomBytes } from "@veil/crypto";
import type { Database } from "@veil/postgres-kit";
import type { Logger } from "@veil/telemetry";
import type { GatewayConfig } from "../config.ts";
import type { GatewayDeps } from "../http/app.ts";
import { bodyBudget } from "../http/middleware/body-budget.ts";
import type { HitStores } from "../modules/accounts/adapters/hit-stores.ts";
import { createPostgresAccounts } from "../modules/accounts/adapters/postgres-accounts.ts";
import { createPostgresApiKeys } from "../modules/accounts/adapters/postgres-api-keys.ts";
import { createPostgresUsage } from "../modules/accounts/adapters/postgres-usage.ts";
import { createAccountSecrets } from "../modules/accounts/domain/account-secrets.ts";
import { createAuthenticator } from "../modules/accounts/domain/authenticator.ts";
import { createRegistrar } from "../modules/accounts/domain/registrar.ts";
import { authenticate } from "../modules/accounts/middleware/authenticate.ts";
import {
  accountLimit,
  failedKeyLimit,
  perMinuteLimit,
  registrationLimit,
  scanLimit,
} from "../modules/accounts/middleware/hit-limit.ts";
import type { Usage } from "../modules/accounts/ports.ts";
import { createEntityListReader } from "../modules/entities/adapters/create-entity-list-reader.ts";
import { createPostgresEntityLists } from "../modules/entities/adapters/postgres-entity-lists.ts";
import { createHttpKeyManifests } from "../modules/veil/adapters/http-key-manifests.ts";
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

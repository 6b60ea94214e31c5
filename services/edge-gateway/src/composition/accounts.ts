import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes } from "@veil/crypto";
import type { Logger } from "@veil/telemetry";
import type { GatewayConfig } from "../config.ts";
import type { GatewayDeps } from "../http/app.ts";
import { createHitStores, type HitStores } from "../modules/accounts/adapters/hit-stores.ts";
import {
  type AccountSecrets,
  createAccountSecrets,
} from "../modules/accounts/domain/account-secrets.ts";
import {
  type Authenticator,
  createAuthenticator,
} from "../modules/accounts/domain/authenticator.ts";
import type { CustomerId } from "../modules/accounts/domain/caller.ts";
import { createKeyManagement } from "../modules/accounts/domain/key-management.ts";
import { createRegistrar } from "../modules/accounts/domain/registrar.ts";
import { authenticate, requireLicense } from "../modules/accounts/middleware/authenticate.ts";
import {
  accountLimit,
  failedKeyLimit,
  newKeyLimit,
  perMinuteLimit,
  registrationAttemptLimit,
  scanLimit,
} from "../modules/accounts/middleware/hit-limit.ts";
import type { Clients } from "./clients.ts";
import type { Stores } from "./stores.ts";

interface AccountParts {
  readonly config: GatewayConfig;
  readonly stores: Pick<Stores, "accounts" | "apiKeys" | "usage">;
  readonly clients: Pick<Clients, "trust">;
  /** A key was revoked or replaced, or the customer deleted. */
  readonly onKeyEnded: (customerId: CustomerId) => void;
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface AccountsModule {
  readonly routes: Pick<
    GatewayDeps,
    | "authenticate"
    | "requireLicense"
    | "accountLimit"
    | "perMinute"
    | "registration"
    | "usage"
    | "account"
    | "keys"
    | "providerKey"
  >;
  readonly scanLimit: GatewayDeps["scan"]["limit"];
  readonly forgetCustomer: Authenticator["forgetCustomer"];
  /** Whether the key is valid: a call may have waited for long since it was checked. */
  readonly isValidKey: (apiKey: string) => Promise<boolean>;
  start(): Promise<void>;
  close(): void;
}

export function createAccountsModule(parts: AccountParts): AccountsModule {
  const { config, stores, onKeyEnded, log, nowMs } = parts;
  const { limits } = config;
  const secrets = createAccountSecrets(config);
  const authenticator = createAuthenticator({
    apiKeys: stores.apiKeys,
    secrets,
    random: systemRandomBytes,
    nowMs,
    onUnrecorded: (error) => log.warn("key_use_not_recorded", { error }),
  });
  const hitStores = createHitStores(config.coordination, log);
  const store = hitStores.open;
  const { forgetCustomer: onChanged } = authenticator;
  const onEnded = (customerId: CustomerId) => {
    onChanged(customerId);
    onKeyEnded(customerId);
  };
  const { apiKeys } = stores;
  const keys = createKeyManagement({ apiKeys, secrets, random: systemRandomBytes, onEnded });
  return {
    routes: {
      authenticate: authenticate({
        authenticator,
        onFailedKey: failedKeyLimit({ store: store("failed-keys", "count"), secrets }),
      }),
      requireLicense: requireLicense(nowMs),
      accountLimit: accountLimit({ store: store("account", "count"), limits }),
      perMinute: perMinuteLimit({
        store: store("inference", "count"),
        limits,
        code: "rate_limit_exceeded",
      }),
      registration: registration(parts, { authenticator, secrets, store }),
      usage: { usage: stores.usage, limits, nowMs },
      account: { ...providerKeyParts(parts), secrets, onChanged, onEnded },
      keys: { keys, nowMs },
      providerKey: { ...providerKeyParts(parts), onChanged },
    },
    scanLimit: scanLimit({ store: store("scan", "refuse"), limits }),
    forgetCustomer: authenticator.forgetCustomer,
    isValidKey: async (apiKey) => (await authenticator.identify(apiKey)) !== undefined,
    start: hitStores.tried,
    close: hitStores.close,
  };
}

interface RegistrationParts {
  readonly authenticator: Authenticator;
  readonly secrets: AccountSecrets;
  readonly store: HitStores["open"];
}

function registration(
  parts: AccountParts,
  { authenticator, secrets, store }: RegistrationParts,
): GatewayDeps["registration"] {
  const { limits, publicBaseUrl, registerReplayWindowMs: replayWindowMs } = parts.config;
  const attempts = store("registration-attempts", "refuse");
  return {
    registrar: createRegistrar({
      ...providerKeyParts(parts),
      authenticator,
      secrets,
      replayWindowMs,
    }),
    attemptLimit: registrationAttemptLimit({ store: attempts, limits, secrets }),
    allowanceOf: newKeyLimit({ store: store("new-keys", "refuse"), limits, secrets }),
    limits,
    publicBaseUrl,
  };
}

function providerKeyParts({ config, stores, clients, nowMs }: AccountParts) {
  return {
    accounts: stores.accounts,
    prefixes: config.providerKeyPrefixes,
    trust: clients.trust,
    random: systemRandomBytes,
    nowMs,
  };
}

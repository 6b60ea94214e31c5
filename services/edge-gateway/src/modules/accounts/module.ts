import { systemRandomBytes } from "@veil/crypto";
import type { GatewayDeps } from "../../api/app.ts";
import type {
  AccountParts,
  AccountsForOperators,
  OpenHitStore,
} from "../../composition/account-parts.ts";
import { createSessions } from "../../composition/sessions.ts";
import { type AccountSecrets, createAccountSecrets } from "./keys/account-secrets.ts";
import { type Authenticator, createAuthenticator } from "./keys/authenticator.ts";
import type { CustomerId } from "./keys/caller.ts";
import { createKeyManagement } from "./keys/key-management.ts";
import { createHitStores } from "./limits/create-hit-stores.ts";
import { authenticate, refuseReplacedKeys, requireLicense } from "./middleware/authenticate.ts";
import { authenticateEither } from "./middleware/authenticate-session.ts";
import {
  accountLimit,
  asCheck,
  auditViewLimit,
  failedKeyLimit,
  mcpLimit,
  newKeyLimit,
  openReadLimit,
  perMinuteLimit,
  registrationAttemptLimit,
  scanLimit,
} from "./middleware/hit-limit.ts";
import { createRegistrar } from "./registration/registrar.ts";
import { hashPassword } from "./sessions/password-hash.ts";
import { createScryptQueue } from "./sessions/scrypt-queue.ts";

interface AccountsModule {
  readonly routes: Pick<
    GatewayDeps,
    | "authenticate"
    | "requireLicense"
    | "refuseReplacedKeys"
    | "accountLimit"
    | "auditViewLimit"
    | "perMinute"
    | "openReadLimit"
    | "mcpLimit"
    | "registration"
    | "session"
    | "usage"
    | "account"
    | "keys"
    | "providerKey"
  >;
  readonly scanLimit: GatewayDeps["scan"]["limit"];
  readonly requireInferenceLeft: GatewayDeps["mcp"]["requireInferenceLeft"];
  readonly forOperators: AccountsForOperators;
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
  const queue = createScryptQueue();
  const onFailed = failedKeyLimit({ store: store("failed-keys", "count"), limits, secrets });
  const key = authenticate({ authenticator, onFailedKey: onFailed });
  const session = createSessions(parts, { authenticator, secrets, store, queue, onFailed });
  const limiting = callLimits(store, limits);
  return {
    routes: {
      authenticate: {
        key,
        session: session.authenticate,
        "key or session": authenticateEither(key, session.authenticate),
      },
      session: session.routes,
      requireLicense: requireLicense(nowMs),
      refuseReplacedKeys: refuseReplacedKeys(apiKeys),
      ...limiting,
      openReadLimit: openReadLimit({ store: store("open-reads", "count"), limits, secrets }),
      registration: registration(parts, { authenticator, secrets, store }),
      usage: { usage: stores.usage, limits, nowMs },
      account: { ...providerKeyParts(parts), secrets, onChanged, onEnded },
      keys: { keys, nowMs },
      providerKey: { ...providerKeyParts(parts), onChanged },
    },
    requireInferenceLeft: asCheck(limiting.perMinute),
    scanLimit: scanLimit({ store: store("scan", "refuse"), limits }),
    forOperators: {
      secrets,
      keys,
      onFailedKey: onFailed,
      hashPassword: (password) => queue(() => hashPassword(password, systemRandomBytes)),
      onChanged: authenticator.forgetCustomer,
    },
    forgetCustomer: authenticator.forgetCustomer,
    isValidKey: async (apiKey) => (await authenticator.identify(apiKey)) !== undefined,
    start: hitStores.tried,
    close: hitStores.close,
  };
}

interface RegistrationParts {
  readonly authenticator: Authenticator;
  readonly secrets: AccountSecrets;
  readonly store: OpenHitStore;
}

function callLimits(store: OpenHitStore, limits: AccountParts["config"]["limits"]) {
  const inference = { store: store("inference", "count"), code: "rate_limit_exceeded" } as const;
  return {
    accountLimit: accountLimit({ store: store("account", "count"), limits }),
    auditViewLimit: auditViewLimit({ store: store("audit-views", "count"), limits }),
    perMinute: perMinuteLimit({ ...inference, limits }),
    mcpLimit: mcpLimit({ store: store("mcp", "count"), limits }),
  };
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

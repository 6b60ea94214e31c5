import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes, type TrustBundle } from "@veil/crypto";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { Request, RequestHandler, Response } from "express";
import type { ApiChecks, ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import type { Stores } from "../../stores.ts";
import { type CustomerAccounts, createCustomerAccounts } from "./customers/customer-accounts.ts";
import { type AccountSecrets, createAccountSecrets } from "./keys/account-secrets.ts";
import { type Authenticator, createAuthenticator } from "./keys/authenticator.ts";
import type { CustomerId } from "./keys/caller.ts";
import { createKeyManagement, type KeyManagement } from "./keys/key-management.ts";
import { createHitStores, type HitStores } from "./limits/create-hit-stores.ts";
import type { UsageDeps } from "./limits/quota.ts";
import {
  authenticate,
  authenticateEither,
  authenticateSession,
  refuseReplacedKeys,
  requireLicense,
} from "./middleware/authenticate.ts";
import { asCheck, createLimits, loginLimit, newKeyLimit } from "./middleware/rate-limits.ts";
import { type SameOrigin, sameOrigin, sessionCookie } from "./middleware/session-cookie.ts";
import { createOpenIdProvider } from "./oidc/http-openid-provider.ts";
import type { OidcProvider } from "./oidc/oidc-settings.ts";
import type { IdentityClaims } from "./oidc/ports.ts";
import { signedInMember } from "./oidc/sign-in.ts";
import { createRegistrar } from "./registration/registrar.ts";
import { patchAccount, readAccount, removeAccount } from "./routes/account.ts";
import { issueKey, readKeys, revokeKey, rotateKey } from "./routes/keys.ts";
import { listMembers, removeMember } from "./routes/members.ts";
import { finishSignIn, type OidcRouteDeps, startSignIn } from "./routes/oidc.ts";
import { deleteProviderKey, replaceProviderKey } from "./routes/provider-key.ts";
import { type RegisterDeps, registerRoute } from "./routes/register.ts";
import {
  endSessions,
  listSignInMethods,
  logIn,
  logOut,
  readSession,
  readSessions,
  type SessionRouteDeps,
} from "./routes/session.ts";
import { readUsage } from "./routes/usage.ts";
import { createScryptQueue, hashPassword, isPassword } from "./sessions/password-hash.ts";
import { createSessionManager } from "./sessions/session-manager.ts";

interface AccountsNeeds {
  readonly config: GatewayConfig;
  readonly stores: Pick<
    Stores,
    "accounts" | "apiKeys" | "members" | "passwords" | "sessions" | "usage"
  >;
  readonly trust: TrustBundle;
  /** Called after a key was revoked or replaced, or the customer was deleted. */
  readonly onKeyEnded: (customerId: CustomerId) => void;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

export interface AccountsModule extends CustomerAccounts {
  readonly serves: ServedOperations;
  readonly authenticate: Readonly<Record<"key" | "session" | "key or session", RequestHandler>>;
  readonly checks: Pick<ApiChecks, "requireLicense" | "refuseReplacedKeys" | "limits">;
  readonly requireInferenceLeft: (req: Request, res: Response) => Promise<void>;
  readonly onFailedKey: (req: Request, res: Response) => Promise<void>;
  readonly origin: SameOrigin;
  readonly secrets: AccountSecrets;
  readonly keys: KeyManagement;
  readonly usage: UsageDeps;
  readonly hashPassword: (password: string) => Promise<string>;
  /** Must be called when the customer or one of their keys has changed. */
  readonly onChanged: Authenticator["forgetCustomer"];
  /**
   * Checks a key, or the token of a session, again for a call that may have waited long since its
   * first check.
   */
  readonly isValidKey: (secret: string) => Promise<boolean>;
  start(): Promise<void>;
  close(): void;
}

export function createAccountsModule(needs: AccountsNeeds): AccountsModule {
  const { config, stores, onKeyEnded, log, nowMs } = needs;
  const secrets = createAccountSecrets(config);
  const authenticator = createAuthenticator({
    apiKeys: stores.apiKeys,
    secrets,
    random: systemRandomBytes,
    nowMs,
    onUnrecorded: (error) => log.warn("key_use_not_recorded", { error }),
  });
  const { open, ready, close } = createHitStores(config.coordination, log);
  const onChanged = authenticator.forgetCustomer;
  const onEnded = (customerId: CustomerId) => {
    onChanged(customerId);
    onKeyEnded(customerId);
  };
  const { apiKeys } = stores;
  const keys = createKeyManagement({ apiKeys, secrets, random: systemRandomBytes, onEnded });
  const queue = createScryptQueue();
  const usage = { usage: stores.usage, limits: config.limits, nowMs };
  const own: Own = { authenticator, secrets, keys, usage, onChanged, onEnded, open };
  const session = createSession(needs, own, (password, hash) =>
    queue(() => isPassword(password, hash)),
  );
  const limits = createLimits({ open, limits: config.limits, secrets });
  const onFailedKey = asCheck(limits["failed keys"]);
  const byKey = authenticate({ authenticator, onFailedKey });
  const bySession = authenticateSession({ ...session, onFailed: onFailedKey });
  return {
    serves: operations(needs, own, session),
    authenticate: {
      key: byKey,
      session: bySession,
      "key or session": authenticateEither(byKey, bySession),
    },
    checks: {
      requireLicense: requireLicense(nowMs),
      refuseReplacedKeys: refuseReplacedKeys(apiKeys),
      limits,
    },
    requireInferenceLeft: asCheck(limits.inference),
    onFailedKey,
    origin: session.origin,
    secrets,
    keys,
    usage,
    hashPassword: (password) => queue(() => hashPassword(password, systemRandomBytes)),
    ...createCustomerAccounts({ ...stores, secrets, onEnded }),
    onChanged,
    isValidKey: async (secret) =>
      ((await authenticator.identify(secret)) ?? (await session.sessions.find(secret))) !==
      undefined,
    start: ready,
    close,
  };
}

/** The objects that the parts of this module share. */
interface Own {
  readonly authenticator: Authenticator;
  readonly secrets: AccountSecrets;
  readonly keys: KeyManagement;
  readonly usage: UsageDeps;
  readonly onChanged: (customerId: CustomerId) => void;
  readonly onEnded: (customerId: CustomerId) => void;
  readonly open: HitStores["open"];
}

function operations(needs: AccountsNeeds, own: Own, session: SessionRouteDeps): ServedOperations {
  const { config, stores, trust, nowMs } = needs;
  const { secrets, keys, onChanged, onEnded } = own;
  const random = systemRandomBytes;
  const { accounts } = stores;
  const prefixes = config.providerKeyPrefixes;
  const account = { accounts, secrets, random, onChanged, nowMs };
  const providerKey = { accounts, prefixes, trust, random, onChanged, nowMs };
  return {
    register: registerRoute(registration(needs, own)),
    logIn: logIn(session),
    logOut: logOut(session),
    readSession,
    listSessions: readSessions(session),
    endSessions: endSessions(session),
    ...signInOperations(needs, own, session),
    readAccount: readAccount(account),
    patchAccount: patchAccount(account),
    deleteAccount: removeAccount({ accounts, secrets, onEnded, nowMs }),
    readUsage: readUsage(own.usage),
    listKeys: readKeys({ keys, nowMs }),
    issueKey: issueKey({ keys, nowMs }),
    revokeKey: revokeKey({ keys, nowMs }),
    rotateKey: rotateKey({ keys, nowMs }),
    replaceProviderKey: replaceProviderKey(providerKey),
    deleteProviderKey: deleteProviderKey(providerKey),
  };
}

/** Creates the handlers of sign-in with an identity provider, and of members. */
function signInOperations(
  { config, stores, log, nowMs }: AccountsNeeds,
  { secrets }: Own,
  { sessions, cookie }: SessionRouteDeps,
): ServedOperations {
  const { apiKeys, members } = stores;
  const random = systemRandomBytes;
  const deps = { apiKeys, members, secrets, random, nowMs };
  const oidc = {
    ...{ sessions, cookie, nowMs, log, dataKeys: config.dataKeys },
    providers: configuredProviders(config),
    memberOf: (provider: OidcProvider, claims: IdentityClaims) =>
      signedInMember(deps, provider, claims),
  };
  return {
    listSignInMethods: listSignInMethods(config),
    startSignIn: startSignIn(oidc),
    finishSignIn: finishSignIn(oidc),
    listMembers: listMembers(deps),
    removeMember: removeMember(deps),
  };
}

function configuredProviders({
  oidcProviders,
  publicBaseUrl,
  egressProxyUrl: proxyUrl,
  production,
}: GatewayConfig): OidcRouteDeps["providers"] {
  const base = publicBaseUrl.replace(/\/$/, "");
  return new Map(
    oidcProviders.map((settings) => {
      const redirectUri = `${base}/api/v1/auth/oidc/${settings.id}/callback`;
      const options = { redirectUri, proxyUrl, allowsHttp: !production };
      return [
        settings.id,
        { settings, redirectUri, openId: createOpenIdProvider(settings, options) },
      ];
    }),
  );
}

function registration(
  { config, stores, trust, nowMs }: AccountsNeeds,
  { authenticator, secrets, open }: Own,
): RegisterDeps {
  const { limits, publicBaseUrl, registerReplayWindowMs: replayWindowMs } = config;
  return {
    registrar: createRegistrar({
      accounts: stores.accounts,
      prefixes: config.providerKeyPrefixes,
      trust,
      random: systemRandomBytes,
      nowMs,
      authenticator,
      secrets,
      replayWindowMs,
    }),
    budgetOf: newKeyLimit({ open, limits, secrets }),
    limits,
    publicBaseUrl,
  };
}

function createSession(
  { config, stores, metrics, nowMs }: AccountsNeeds,
  { authenticator, secrets, open }: Own,
  isRight: typeof isPassword,
): SessionRouteDeps {
  // Failed logins are counted in a metric, not stored as audit events, because otherwise anyone
  // could fill a customer's audit log.
  const failures = metrics.counter("veil_login_failures_total", "Logins with invalid credentials", [
    "credentials",
  ]);
  return {
    sessions: createSessionManager({
      sessions: stores.sessions,
      passwords: stores.passwords,
      apiKeys: stores.apiKeys,
      authenticator,
      isPassword: isRight,
      secrets,
      random: systemRandomBytes,
      nowMs,
      onFailed: (credentials) => failures.inc({ credentials }),
      keysSignIn: config.keysSignIn,
    }),
    cookie: sessionCookie({ secure: config.production }),
    origin: sameOrigin(config),
    budgetOf: loginLimit({
      byAddress: open("login-failures", "refuse"),
      byAccount: open("account-login-failures", "refuse"),
      limits: config.limits,
      secrets,
    }),
  };
}

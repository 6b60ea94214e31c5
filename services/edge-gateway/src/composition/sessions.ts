import { systemRandomBytes } from "@veil/crypto";
import type { Metrics } from "@veil/telemetry";
import type { RequestHandler } from "express";
import type { GatewayDeps } from "../api/app.ts";
import type { AccountSecrets } from "../modules/accounts/keys/account-secrets.ts";
import type { Authenticator } from "../modules/accounts/keys/authenticator.ts";
import { authenticateSession } from "../modules/accounts/middleware/authenticate-session.ts";
import type { failedKeyLimit } from "../modules/accounts/middleware/hit-limit.ts";
import { loginLimit } from "../modules/accounts/middleware/login-limit.ts";
import { sameOrigin } from "../modules/accounts/middleware/same-origin.ts";
import { sessionCookie } from "../modules/accounts/middleware/session-cookie.ts";
import { isPassword } from "../modules/accounts/sessions/password-hash.ts";
import type { ScryptQueue } from "../modules/accounts/sessions/scrypt-queue.ts";
import { createSessionManager } from "../modules/accounts/sessions/session-manager.ts";
import type { AccountParts, OpenHitStore } from "./account-parts.ts";

interface SessionModule {
  readonly routes: GatewayDeps["session"];
  readonly authenticate: RequestHandler;
}

interface SessionParts {
  readonly authenticator: Authenticator;
  readonly secrets: AccountSecrets;
  readonly store: OpenHitStore;
  readonly queue: ScryptQueue;
  readonly onFailed: ReturnType<typeof failedKeyLimit>;
}

export function createSessions(
  { config, stores, metrics, nowMs }: AccountParts,
  { authenticator, secrets, store, queue, onFailed }: SessionParts,
): SessionModule {
  const failures = loginFailures(metrics);
  const sessions = createSessionManager({
    sessions: stores.sessions,
    passwords: stores.passwords,
    apiKeys: stores.apiKeys,
    authenticator,
    isPassword: (password, hash) => queue(() => isPassword(password, hash)),
    secrets,
    random: systemRandomBytes,
    nowMs,
    onFailed: (credentials) => failures.inc({ credentials }),
  });
  const cookie = sessionCookie({ secure: config.production });
  const origin = sameOrigin(config);
  const allowanceOf = loginLimit({
    byAddress: store("login-failures", "refuse"),
    byAccount: store("account-login-failures", "refuse"),
    limits: config.limits,
    secrets,
  });
  const routes = { sessions, allowanceOf, cookie, origin };
  return { routes, authenticate: authenticateSession({ sessions, cookie, origin, onFailed }) };
}

/** No event: anyone could fill a customer's audit log with them. */
function loginFailures(metrics: Metrics) {
  return metrics.counter("veil_login_failures_total", "Logins with invalid credentials", [
    "credentials",
  ]);
}

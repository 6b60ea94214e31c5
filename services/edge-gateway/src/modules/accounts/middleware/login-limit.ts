import { ApiError } from "@veil/contracts/errors";
import type { Request } from "express";
import type { Store } from "express-rate-limit";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { Limits } from "../limits/limits.ts";
import { normalizedEmail } from "../registration/email-address.ts";
import type { Credentials, LoginBudget } from "../sessions/session-manager.ts";
import { clientAddressOf } from "./client-address.ts";
import { createRateBudget } from "./rate-limits.ts";

interface LoginLimitOptions {
  readonly byAddress: Store;
  readonly byAccount: Store;
  readonly limits: Pick<Limits, "loginFailuresPerMinute" | "loginFailuresPerHour">;
  readonly secrets: Pick<AccountSecrets, "clientTag" | "loginTag">;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Limits the failed logins of an address per minute, and those with an account's password per hour.
 * An attempt that succeeds is refunded. The stores decide what happens while they cannot count.
 */
export function loginLimit(
  options: LoginLimitOptions,
): (req: Request, credentials: Credentials) => LoginBudget {
  const { byAddress, byAccount, limits, secrets } = options;
  const address = createRateBudget({
    store: byAddress,
    windowMs: MINUTE_MS,
    limit: limits.loginFailuresPerMinute,
    refusal: refusal("per minute from one address"),
  });
  const account = createRateBudget({
    store: byAccount,
    windowMs: HOUR_MS,
    limit: limits.loginFailuresPerHour,
    refusal: refusal("per hour for one account"),
  });

  return function loginBudget(req, credentials) {
    const counts = [
      address(secrets.clientTag(clientAddressOf(req))),
      ...(credentials.kind === "password"
        ? [account(secrets.loginTag(normalizedEmail(credentials.email) ?? credentials.email))]
        : []),
    ];
    return {
      async consume() {
        for (const count of counts) await count.consume();
      },
      async refund() {
        for (const count of counts) await count.refund();
      },
    };
  };
}

const refusal = (what: string) => (limit: number, retryAfterSeconds: number) =>
  new ApiError("rate_limited", `The limit of ${limit} failed logins ${what} has been exceeded`, {
    retryAfterSeconds,
  });

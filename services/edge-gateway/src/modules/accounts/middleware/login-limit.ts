import { ApiError } from "@veil/contracts/errors";
import type { Request } from "express";
import type { Store } from "express-rate-limit";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { Limits } from "../limits/limits.ts";
import { normalizedEmail } from "../registration/email-address.ts";
import type { Credentials, LoginAllowance } from "../sessions/session-manager.ts";
import { clientAddressOf } from "./client-address.ts";
import { hitAllowance } from "./hit-limit.ts";

interface LoginLimitOptions {
  readonly byAddress: Store;
  readonly byAccount: Store;
  readonly limits: Pick<Limits, "loginFailuresPerMinute" | "loginFailuresPerHour">;
  readonly secrets: Pick<AccountSecrets, "clientTag" | "loginTag">;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Failed logins of an address per minute, and of an account's password per hour: each attempt is given back when it
 * succeeds. The stores decide what holds while they cannot count.
 */
export function loginLimit(
  options: LoginLimitOptions,
): (req: Request, credentials: Credentials) => LoginAllowance {
  const { byAddress, byAccount, limits, secrets } = options;
  const address = hitAllowance({
    store: byAddress,
    windowMs: MINUTE_MS,
    limit: limits.loginFailuresPerMinute,
    refusal: refusal("per minute from one address"),
  });
  const account = hitAllowance({
    store: byAccount,
    windowMs: HOUR_MS,
    limit: limits.loginFailuresPerHour,
    refusal: refusal("per hour for one account"),
  });

  return function loginAllowance(req, credentials) {
    const counts = [
      address(secrets.clientTag(clientAddressOf(req))),
      ...(credentials.kind === "password"
        ? [account(secrets.loginTag(normalizedEmail(credentials.email) ?? credentials.email))]
        : []),
    ];
    return {
      async take() {
        for (const count of counts) await count.take();
      },
      async giveBack() {
        for (const count of counts) await count.giveBack();
      },
    };
  };
}

const refusal = (what: string) => (limit: number, retryAfterSeconds: number) =>
  new ApiError("rate_limited", `The limit of ${limit} failed logins ${what} has been exceeded`, {
    retryAfterSeconds,
  });

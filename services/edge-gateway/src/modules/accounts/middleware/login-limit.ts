import { ApiError } from "@veil/contracts/errors";
import type { Request } from "express";
import type { Options, Store } from "express-rate-limit";
import type { AccountSecrets } from "../domain/account-secrets.ts";
import { normalizedEmail } from "../domain/email-address.ts";
import type { Limits } from "../domain/limits.ts";
import type { Credentials, LoginAllowance } from "../domain/session-manager.ts";
import { clientAddressOf } from "./client-address.ts";
import { secondsUntil } from "./hit-limit.ts";

interface LoginLimitOptions {
  readonly byAddress: Store;
  readonly byAccount: Store;
  readonly limits: Pick<Limits, "loginFailuresPerMinute" | "loginFailuresPerHour">;
  readonly secrets: Pick<AccountSecrets, "clientTag" | "loginTag">;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Failed logins of an address per minute, and of an account's password per hour. Each attempt is counted before it is
 * checked and given back when it succeeds, so that parallel ones cannot exceed the limit. The stores decide what holds
 * while they cannot count.
 */
export function loginLimit(
  options: LoginLimitOptions,
): (req: Request, credentials: Credentials) => LoginAllowance {
  const { byAddress, byAccount, limits, secrets } = options;
  const address = counter(byAddress, {
    windowMs: MINUTE_MS,
    limit: limits.loginFailuresPerMinute,
    what: "per minute from one address",
  });
  const account = counter(byAccount, {
    windowMs: HOUR_MS,
    limit: limits.loginFailuresPerHour,
    what: "per hour for one account",
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

interface CounterOptions {
  readonly windowMs: number;
  readonly limit: number;
  readonly what: string;
}

function counter(
  store: Store,
  { windowMs, limit, what }: CounterOptions,
): (key: string) => LoginAllowance {
  void store.init?.({ windowMs } as Options);
  return (key) => ({
    async take() {
      const { totalHits, resetTime } = await store.increment(key);
      if (totalHits <= limit) return;
      throw new ApiError(
        "rate_limited",
        `The limit of ${limit} failed logins ${what} has been exceeded`,
        { retryAfterSeconds: secondsUntil(resetTime, windowMs) },
      );
    },
    giveBack: async () => await store.decrement(key),
  });
}

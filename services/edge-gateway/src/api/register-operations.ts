import type { Tier } from "@veil/contracts/public/registration";
import { endpoint } from "@veil/http-kit";
import type { IRouter, RequestHandler } from "express";
import { refuseDeveloperKeys, requireTier } from "../modules/accounts/middleware/require-tier.ts";

type Methods = Parameters<typeof endpoint>[2];

/** What a customer's endpoint admits. Without a key there is nothing that seals a re-link map: no inference by session. */
type Callers = "key" | "session" | "key or session";

export interface CustomerAccess {
  readonly authenticate: Readonly<Record<Callers, RequestHandler>>;
  readonly requireLicense: RequestHandler;
  readonly refuseReplacedKeys: RequestHandler;
  readonly accountLimit: RequestHandler;
}

interface Exceptions {
  readonly callers?: Callers;
  /** Absent: all tiers. */
  readonly tier?: Tier;
  /** What is open to the tiers below. */
  readonly hint?: string;
  readonly developerKeys?: "admitted";
  /** For calls, what they left, and the usage: a key that has been replaced manages nothing. */
  readonly replacedKeys?: "admitted";
  readonly expiredLicenses?: "admitted";
  readonly limit?: RequestHandler;
}

export type CustomerEndpoint = (path: string, methods: Methods, exceptions?: Exceptions) => void;

/**
 * The only way to register an endpoint of a customer: without options it needs a key, is refused to developer keys, to
 * keys that have been replaced and after the end of a license, and shares one limit of the customer's calls.
 */
export function customerEndpoints(
  router: IRouter,
  { authenticate, requireLicense, refuseReplacedKeys, accountLimit }: CustomerAccess,
): CustomerEndpoint {
  return function customerEndpoint(path, methods, exceptions = {}) {
    const { callers = "key", tier = "free", limit = accountLimit } = exceptions;
    const { developerKeys, replacedKeys, expiredLicenses, hint } = exceptions;
    const access = [
      authenticate[callers],
      ...(expiredLicenses === "admitted" ? [] : [requireLicense]),
      requireTier(tier, hint),
      ...(developerKeys === "admitted" ? [] : [refuseDeveloperKeys]),
      limit,
      // The last one, as it asks the database.
      ...(replacedKeys === "admitted" ? [] : [refuseReplacedKeys]),
    ];
    const guarded = Object.entries(methods).map(
      ([method, handlers]) => [method, [...access, ...handlers]] as const,
    );
    endpoint(router, path, Object.fromEntries(guarded));
  };
}

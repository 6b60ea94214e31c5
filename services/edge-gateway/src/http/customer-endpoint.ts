import type { Tier } from "@veil/contracts/public/registration";
import { endpoint } from "@veil/http-kit";
import type { IRouter, RequestHandler } from "express";
import { refuseDeveloperKeys, requireTier } from "../modules/accounts/middleware/require-tier.ts";

type Methods = Parameters<typeof endpoint>[2];

export interface CustomerAccess {
  readonly authenticate: RequestHandler;
  readonly requireLicense: RequestHandler;
  readonly accountLimit: RequestHandler;
}

interface Exceptions {
  /** Absent: all tiers. */
  readonly tier?: Tier;
  readonly developerKeys?: "admitted";
  readonly expiredLicenses?: "admitted";
  readonly limit?: RequestHandler;
}

export type CustomerEndpoint = (path: string, methods: Methods, exceptions?: Exceptions) => void;

/**
 * The only way to register an endpoint that needs a key: without options it is refused to developer keys and after the
 * end of a license, and shares one limit of each key's calls.
 */
export function customerEndpoints(
  router: IRouter,
  { authenticate, requireLicense, accountLimit }: CustomerAccess,
): CustomerEndpoint {
  return function customerEndpoint(path, methods, exceptions = {}) {
    const { tier = "free", developerKeys, expiredLicenses, limit = accountLimit } = exceptions;
    const access = [
      authenticate,
      ...(expiredLicenses === "admitted" ? [] : [requireLicense]),
      requireTier(tier),
      ...(developerKeys === "admitted" ? [] : [refuseDeveloperKeys]),
      limit,
    ];
    const guarded = Object.entries(methods).map(
      ([method, handlers]) => [method, [...access, ...handlers]] as const,
    );
    endpoint(router, path, Object.fromEntries(guarded));
  };
}

import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import type { LimitName } from "@veil/contracts/openapi";
import type { Request, RequestHandler, Response } from "express";
import { type Options, rateLimit, type Store } from "express-rate-limit";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { countedAs } from "../keys/caller.ts";
import type { HitStores, WhenUnavailable } from "../limits/create-hit-stores.ts";
import type { Limits } from "../limits/limits.ts";
import { limitClassOf } from "../limits/quota.ts";
import type { KeyBudget } from "../registration/registrar.ts";
import { callerOf, keyCallerOf, sessionCallerOf } from "./caller-of.ts";
import { clientAddressOf } from "./client-address.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Secrets = Pick<AccountSecrets, "clientTag">;
type KeyOf = (req: Request, res: Response, secrets: Secrets) => string;

/** Says which requests count together, for how long, and what a refusal says. */
interface Rule {
  /** Default `count`. */
  readonly whenUnavailable?: WhenUnavailable;
  /** Default: a minute. */
  readonly windowMs?: number;
  readonly limit: (limits: Limits, res: Response) => number;
  readonly key: KeyOf;
  /** Returns whether this answer refunds the hit. */
  readonly uncounted?: (res: Response) => boolean;
  /** Default `rate_limited`. */
  readonly code?: ErrorCode;
  readonly says: (limit: number) => string;
  readonly hint?: string;
}

const byCustomer: KeyOf = (_req, res) => countedAs(callerOf(res));
const byAddress: KeyOf = (req, _res, { clientTag }) => clientTag(clientAddressOf(req));
const exceeded = (what: string) => (limit: number) =>
  `The limit of ${limit} ${what} has been exceeded`;
const inferenceLimit: Rule["limit"] = ({ perMinute }, res) =>
  perMinute[limitClassOf(keyCallerOf(res))];

const RULES: Readonly<Record<LimitName | "failed keys", Rule>> = {
  /** Counts by key or session, at endpoints that have no other limit. */
  account: {
    limit: ({ accountCallsPerMinute }) => accountCallsPerMinute,
    key: byCustomer,
    says: exceeded("calls per minute for one customer"),
  },
  "audit views": {
    limit: ({ auditViewsPerMinute }) => auditViewsPerMinute,
    key: (_req, res) => sessionCallerOf(res).sessionId,
    says: exceeded("requests per minute to this endpoint in one session"),
  },
  inference: {
    limit: inferenceLimit,
    key: byCustomer,
    code: "rate_limit_exceeded",
    says: exceeded("requests per minute"),
  },
  /** Inference calls among the messages also have a separate limit. */
  mcp: {
    limit: (limits, res) => limits.accountCallsPerMinute + inferenceLimit(limits, res),
    key: byCustomer,
    says: exceeded("MCP messages per minute for one customer"),
  },
  "open reads": {
    limit: ({ openReadsPerMinute }) => openReadsPerMinute,
    key: byAddress,
    says: exceeded("reads without a key per minute from one address"),
  },
  /** Counts requests that issue no key: replays, invalid bodies, refusals. */
  "registration attempts": {
    whenUnavailable: "refuse",
    windowMs: HOUR_MS,
    limit: ({ registrationAttemptsPerHour }) => registrationAttemptsPerHour,
    key: byAddress,
    uncounted: (res) => res.statusCode === 201,
    code: "registration_limit",
    says: exceeded("requests per hour without a new key from one address"),
  },
  scan: {
    whenUnavailable: "refuse",
    windowMs: HOUR_MS,
    limit: ({ scansPerHour }) => scansPerHour,
    key: () => "all",
    says: (limit) => `The limit of ${limit} scans per hour for all callers has been used up`,
    hint: "Requests to /api/v1/proxy/messages with an API key have their own limits",
  },
  "failed keys": {
    limit: ({ failedKeysPerMinute }) => failedKeysPerMinute,
    key: byAddress,
    says: (limit) => `More than ${limit} invalid keys per minute from this address`,
  },
};

interface LimitOptions {
  readonly open: HitStores["open"];
  readonly limits: Limits;
  readonly secrets: Secrets;
}

type LimitHandlers = Readonly<Record<keyof typeof RULES, RequestHandler>>;

/** Middleware that counts customers or sessions comes after their authentication. */
export function createLimits(options: LimitOptions): LimitHandlers {
  const handlers = Object.entries(RULES).map(([name, rule]) => [
    name,
    rateLimitOf(name, rule, options),
  ]);
  return Object.fromEntries(handlers) as LimitHandlers;
}

/** Limits an address's new keys per hour. */
export function newKeyLimit({ open, limits, secrets }: LimitOptions): (req: Request) => KeyBudget {
  const says = exceeded("new keys per hour from one address");
  const budget = createRateBudget({
    store: open("new-keys", "refuse"),
    windowMs: HOUR_MS,
    limit: limits.registrationsPerHour,
    refusal: (limit, retryAfterSeconds) =>
      new ApiError("registration_limit", says(limit), { retryAfterSeconds }),
  });
  return (req) => budget(secrets.clientTag(clientAddressOf(req)));
}

/** Turns a limit into a check for other code: it throws where the middleware would refuse. */
export function asCheck(limit: RequestHandler): (req: Request, res: Response) => Promise<void> {
  return (req, res) =>
    new Promise((resolve, reject) => {
      const next = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      Promise.resolve(limit(req, res, next)).catch(reject);
    });
}

function rateLimitOf(
  name: string,
  rule: Rule,
  { open, limits, secrets }: LimitOptions,
): RequestHandler {
  const { whenUnavailable = "count", windowMs = MINUTE_MS, key, uncounted, hint } = rule;
  // The library's own count of what is left is in the request's `rateLimit`.
  return rateLimit({
    store: open(name.replaceAll(" ", "-"), whenUnavailable),
    windowMs,
    limit: (_req, res) => rule.limit(limits, res),
    keyGenerator: (req, res) => key(req, res, secrets),
    legacyHeaders: false,
    skipSuccessfulRequests: uncounted !== undefined,
    requestWasSuccessful: (_req, res) => uncounted?.(res) ?? false,
    // The library's self-checks print to the console.
    validate: false,
    handler(req, _res, next) {
      const { limit, resetTime } = (req as Request & { rateLimit: Hits }).rateLimit;
      const retryAfterSeconds = secondsUntil(resetTime, windowMs);
      const { code = "rate_limited", says } = rule;
      next(new ApiError(code, says(limit), { retryAfterSeconds, ...(hint && { hint }) }));
    },
  });
}

interface RateBudgetOptions {
  readonly store: Store;
  readonly windowMs: number;
  readonly limit: number;
  readonly refusal: (limit: number, retryAfterSeconds: number) => ApiError;
}

interface RateBudget {
  /** @throws the refusal, and what the store throws when it cannot count */
  consume(): Promise<void>;
  refund(): Promise<void>;
}

/** Counts a hit first and refunds it if it does not count: parallel hits cannot pass the limit. */
export function createRateBudget(options: RateBudgetOptions): (key: string) => RateBudget {
  const { store, windowMs, limit, refusal } = options;
  void store.init?.({ windowMs } as Options);
  return (key) => ({
    async consume() {
      const { totalHits, resetTime } = await store.increment(key);
      if (totalHits > limit) throw refusal(limit, secondsUntil(resetTime, windowMs));
    },
    refund: async () => await store.decrement(key),
  });
}

function secondsUntil(resetTime: Date | undefined, windowMs: number): number {
  const leftMs = (resetTime?.getTime() ?? Date.now() + windowMs) - Date.now();
  return Math.max(1, Math.ceil(leftMs / 1000));
}

interface Hits {
  readonly limit: number;
  readonly resetTime: Date | undefined;
}

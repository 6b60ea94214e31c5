import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import type { LimitName } from "@veil/contracts/openapi";
import type { Request, RequestHandler, Response } from "express";
import { type Options, rateLimit, type Store } from "express-rate-limit";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { countedAs } from "../keys/caller.ts";
import type { HitStores, WhenLost } from "../limits/create-hit-stores.ts";
import type { Limits } from "../limits/limits.ts";
import { limitClassOf } from "../limits/quota.ts";
import type { KeyAllowance } from "../registration/registrar.ts";
import { callerOf, keyCallerOf, sessionCallerOf } from "./caller-of.ts";
import { clientAddressOf } from "./client-address.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Secrets = Pick<AccountSecrets, "clientTag">;
type KeyOf = (req: Request, res: Response, secrets: Secrets) => string;

/** What counts together, how long, and what a refusal says. */
interface Rule {
  /** Absent: `count`. */
  readonly whenLost?: WhenLost;
  /** Absent: a minute. */
  readonly windowMs?: number;
  readonly limit: (limits: Limits, res: Response) => number;
  readonly key: KeyOf;
  /** Whether this answer takes the hit back. */
  readonly uncounted?: (res: Response) => boolean;
  /** Absent: `rate_limited`. */
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
  /** By key or session, at endpoints that have no other limit. */
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
  /** Inference calls among the messages have their own limit besides. */
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
  /** Requests that issue no key: replays, invalid bodies, refusals. */
  "registration attempts": {
    whenLost: "refuse",
    windowMs: HOUR_MS,
    limit: ({ registrationAttemptsPerHour }) => registrationAttemptsPerHour,
    key: byAddress,
    uncounted: (res) => res.statusCode === 201,
    code: "registration_limit",
    says: exceeded("requests per hour without a new key from one address"),
  },
  scan: {
    whenLost: "refuse",
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

/** The middleware of each limit. One that counts customers or sessions comes after their authentication. */
export function createLimits(options: LimitOptions): LimitHandlers {
  const handlers = Object.entries(RULES).map(([name, rule]) => [
    name,
    hitLimit(name, rule, options),
  ]);
  return Object.fromEntries(handlers) as LimitHandlers;
}

/** An address's new keys per hour. */
export function newKeyLimit({
  open,
  limits,
  secrets,
}: LimitOptions): (req: Request) => KeyAllowance {
  const says = exceeded("new keys per hour from one address");
  const allowance = hitAllowance({
    store: open("new-keys", "refuse"),
    windowMs: HOUR_MS,
    limit: limits.registrationsPerHour,
    refusal: (limit, retryAfterSeconds) =>
      new ApiError("registration_limit", says(limit), { retryAfterSeconds }),
  });
  return (req) => allowance(secrets.clientTag(clientAddressOf(req)));
}

/** A limit for code that is not middleware: throws where the middleware would refuse. */
export function asCheck(limit: RequestHandler): (req: Request, res: Response) => Promise<void> {
  return (req, res) =>
    new Promise((resolve, reject) => {
      const next = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      Promise.resolve(limit(req, res, next)).catch(reject);
    });
}

function hitLimit(
  name: string,
  rule: Rule,
  { open, limits, secrets }: LimitOptions,
): RequestHandler {
  const { whenLost = "count", windowMs = MINUTE_MS, key, uncounted, hint } = rule;
  // The library's own count of what is left is in the request's `rateLimit`.
  return rateLimit({
    store: open(name.replace(" ", "-"), whenLost),
    windowMs,
    limit: (_req, res) => rule.limit(limits, res),
    keyGenerator: (req, res) => key(req, res, secrets),
    legacyHeaders: false,
    skipSuccessfulRequests: uncounted !== undefined,
    requestWasSuccessful: (_req, res) => uncounted?.(res) ?? false,
    // Its self-checks print to the console.
    validate: false,
    handler(req, _res, next) {
      const { limit, resetTime } = (req as Request & { rateLimit: Hits }).rateLimit;
      const retryAfterSeconds = secondsUntil(resetTime, windowMs);
      const { code = "rate_limited", says } = rule;
      next(new ApiError(code, says(limit), { retryAfterSeconds, ...(hint && { hint }) }));
    },
  });
}

interface HitAllowanceOptions {
  readonly store: Store;
  readonly windowMs: number;
  readonly limit: number;
  readonly refusal: (limit: number, retryAfterSeconds: number) => ApiError;
}

interface HitAllowance {
  /** @throws the refusal, and what the store throws when it cannot count */
  take(): Promise<void>;
  giveBack(): Promise<void>;
}

/** For hits that are counted first and given back when they turn out not to count: parallel ones cannot exceed the limit. */
export function hitAllowance(options: HitAllowanceOptions): (key: string) => HitAllowance {
  const { store, windowMs, limit, refusal } = options;
  void store.init?.({ windowMs } as Options);
  return (key) => ({
    async take() {
      const { totalHits, resetTime } = await store.increment(key);
      if (totalHits > limit) throw refusal(limit, secondsUntil(resetTime, windowMs));
    },
    giveBack: async () => await store.decrement(key),
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

import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import type { LimitName } from "@veil/contracts/openapi";
import type { Request, RequestHandler, Response } from "express";
import { ipKeyGenerator, type Options, rateLimit, type Store } from "express-rate-limit";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { countedAs } from "../keys/caller.ts";
import type { HitStores, WhenUnavailable } from "../limits/create-hit-stores.ts";
import { type Limits, limitClassOf } from "../limits/quota.ts";
import { normalizedEmail } from "../registration/email-address.ts";
import type { KeyBudget } from "../registration/registrar.ts";
import type { Credentials, LoginBudget } from "../sessions/session-manager.ts";
import { callerOf, sessionCallerOf } from "./caller-of.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Secrets = Pick<AccountSecrets, "clientTag">;
type KeyOf = (req: Request, res: Response, secrets: Secrets) => string;

/** Defines which requests are counted together, for how long, and what a refusal contains. */
interface Rule {
  /** Defaults to `count`. */
  readonly whenUnavailable?: WhenUnavailable;
  /** Defaults to one minute. */
  readonly windowMs?: number;
  readonly limit: (limits: Limits, res: Response) => number;
  readonly key: KeyOf;
  /** Returns whether this response refunds the hit. */
  readonly uncounted?: (res: Response) => boolean;
  /** Defaults to `rate_limited`. */
  readonly code?: ErrorCode;
  readonly says: (limit: number) => string;
  readonly hint?: string;
}

const byCustomer: KeyOf = (_req, res) => countedAs(callerOf(res));
const byAddress: KeyOf = (req, _res, { clientTag }) => clientTag(clientAddressOf(req));
const exceeded = (what: string) => (limit: number) =>
  `The limit of ${limit} ${what} has been exceeded`;
const inferenceLimit: Rule["limit"] = ({ perMinute }, res) =>
  perMinute[limitClassOf(callerOf(res))];

const RULES: Readonly<Record<LimitName | "failed keys", Rule>> = {
  /** Counts calls with an API key or a session to endpoints that have no other limit. */
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
  compliance: {
    limit: ({ complianceCallsPerMinute }) => complianceCallsPerMinute,
    key: byCustomer,
    says: exceeded("calls per minute to the compliance endpoints for one customer"),
  },
  "evidence packs": {
    windowMs: HOUR_MS,
    limit: ({ evidencePacksPerHour }) => evidencePacksPerHour,
    key: byCustomer,
    says: exceeded("evidence packs per hour for one customer"),
  },
  inference: {
    limit: inferenceLimit,
    key: byCustomer,
    code: "rate_limit_exceeded",
    says: exceeded("requests per minute"),
  },
  /** MCP messages that are inference calls also count toward the limit `inference`. */
  mcp: {
    limit: (limits, res) => limits.accountCallsPerMinute + inferenceLimit(limits, res),
    key: byCustomer,
    says: exceeded("MCP messages per minute for one customer"),
  },
  previews: {
    limit: ({ previewsPerMinute }) => previewsPerMinute,
    key: byCustomer,
    says: exceeded("previews per minute for one customer"),
  },
  "open reads": {
    limit: ({ openReadsPerMinute }) => openReadsPerMinute,
    key: byAddress,
    says: exceeded("reads without a key per minute from one address"),
  },
  /** Counts registration requests that issue no key: replays, invalid bodies and refusals. */
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

/**
 * Creates the middleware for each limit. Limits per customer or session must run after
 * authentication.
 */
export function createLimits(options: LimitOptions): LimitHandlers {
  const handlers = Object.entries(RULES).map(([name, rule]) => [
    name,
    rateLimitOf(name, rule, options),
  ]);
  return Object.fromEntries(handlers) as LimitHandlers;
}

/** Limits the number of new keys per hour for each address. */
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

/**
 * Turns a limit's middleware into a function that throws when the middleware would refuse the
 * request.
 */
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
  // The library stores its count in the `rateLimit` property of the request.
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
  /** Counts a hit. @throws the refusal, or the error of the store when it cannot count */
  consume(): Promise<void>;
  refund(): Promise<void>;
}

/**
 * Creates a budget that counts a hit first and refunds it if it should not count, so that parallel
 * hits cannot exceed the limit.
 */
function createRateBudget(options: RateBudgetOptions): (key: string) => RateBudget {
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

interface LoginLimitOptions {
  readonly byAddress: Store;
  readonly byAccount: Store;
  readonly limits: Pick<Limits, "loginFailuresPerMinute" | "loginFailuresPerHour">;
  readonly secrets: Pick<AccountSecrets, "clientTag" | "loginTag">;
}

/**
 * Limits failed logins: per minute from one address, and per hour with the email of one account. An
 * attempt that succeeds is refunded. The stores decide what happens while they cannot count.
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

// IPv6 addresses are counted by /64 prefix, because a household or a server has a whole /64.
const IPV6_PREFIX = 64;

export function clientAddressOf({ ip }: Request): string {
  return ip === undefined ? "unknown" : ipKeyGenerator(ip, IPV6_PREFIX);
}

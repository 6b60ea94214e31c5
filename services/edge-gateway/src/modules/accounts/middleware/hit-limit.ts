import { ApiError } from "@veil/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import { type Options, rateLimit, type Store } from "express-rate-limit";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import { countedAs } from "../keys/caller.ts";
import type { Limits } from "../limits/limits.ts";
import { limitClassOf } from "../limits/quota.ts";
import type { KeyAllowance } from "../registration/registrar.ts";
import { callerOf, keyCallerOf, sessionCallerOf } from "./caller-of.ts";
import { clientAddressOf } from "./client-address.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface PerMinuteOptions {
  readonly store: Store;
  readonly limits: Limits;
  readonly code: "rate_limit_exceeded";
}

/** A customer's inference calls per minute, on all routes that share the store. After `authenticate`. */
export function perMinuteLimit({ store, limits, code }: PerMinuteOptions): RequestHandler {
  return hitLimit({
    store,
    windowMs: MINUTE_MS,
    limit: (_req, res) => limits.perMinute[limitClassOf(keyCallerOf(res))],
    key: (_req, res) => countedAs(keyCallerOf(res)),
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(code, `The limit of ${limit} requests per minute has been exceeded`, {
        retryAfterSeconds,
      }),
  });
}

interface AccountLimitOptions {
  readonly store: Store;
  readonly limits: Pick<Limits, "accountCallsPerMinute">;
}

/** A customer's calls per minute, by key or session, at endpoints that have no other limit. After `authenticate`. */
export function accountLimit({ store, limits }: AccountLimitOptions): RequestHandler {
  return hitLimit({
    store,
    windowMs: MINUTE_MS,
    limit: () => limits.accountCallsPerMinute,
    key: (_req, res) => countedAs(callerOf(res)),
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(
        "rate_limited",
        `The limit of ${limit} calls per minute for one customer has been exceeded`,
        { retryAfterSeconds },
      ),
  });
}

interface McpLimitOptions {
  readonly store: Store;
  readonly limits: Pick<Limits, "accountCallsPerMinute" | "perMinute">;
}

/** A customer's MCP messages per minute, of which inference calls have their own limit besides. After `authenticate`. */
export function mcpLimit({ store, limits }: McpLimitOptions): RequestHandler {
  return hitLimit({
    store,
    windowMs: MINUTE_MS,
    limit: (_req, res) =>
      limits.accountCallsPerMinute + limits.perMinute[limitClassOf(keyCallerOf(res))],
    key: (_req, res) => countedAs(keyCallerOf(res)),
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(
        "rate_limited",
        `The limit of ${limit} MCP messages per minute for one customer has been exceeded`,
        { retryAfterSeconds },
      ),
  });
}

interface AuditViewLimitOptions {
  readonly store: Store;
  readonly limits: Pick<Limits, "auditViewsPerMinute">;
}

/** A session's views of the audit log per minute, apart from its other calls. After `authenticateSession`. */
export function auditViewLimit({ store, limits }: AuditViewLimitOptions): RequestHandler {
  return hitLimit({
    store,
    windowMs: MINUTE_MS,
    limit: () => limits.auditViewsPerMinute,
    key: (_req, res) => sessionCallerOf(res).sessionId,
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(
        "rate_limited",
        `The limit of ${limit} requests per minute to this endpoint in one session has been exceeded`,
        { retryAfterSeconds },
      ),
  });
}

interface AddressLimitOptions {
  readonly store: Store;
  readonly limits: Limits;
  readonly secrets: Pick<AccountSecrets, "clientTag">;
}

/** An address's new keys per hour. */
export function newKeyLimit(options: AddressLimitOptions): (req: Request) => KeyAllowance {
  const { store, limits, secrets } = options;
  const allowance = hitAllowance({
    store,
    windowMs: HOUR_MS,
    limit: limits.registrationsPerHour,
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(
        "registration_limit",
        `The limit of ${limit} new keys per hour from one address has been exceeded`,
        { retryAfterSeconds },
      ),
  });
  return (req) => allowance(secrets.clientTag(clientAddressOf(req)));
}

/** An address's requests per hour that issue no key: replays, invalid bodies, refusals. Before the body is read. */
export function registrationAttemptLimit(options: AddressLimitOptions): RequestHandler {
  const { store, limits, secrets } = options;
  return hitLimit({
    store,
    windowMs: HOUR_MS,
    limit: () => limits.registrationAttemptsPerHour,
    key: (req) => secrets.clientTag(clientAddressOf(req)),
    uncounted: (res) => res.statusCode === 201,
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(
        "registration_limit",
        `The limit of ${limit} requests per hour without a new key from one address has been exceeded`,
        { retryAfterSeconds },
      ),
  });
}

interface ScanLimitOptions {
  readonly store: Store;
  readonly limits: Limits;
}

export function scanLimit({ store, limits }: ScanLimitOptions): RequestHandler {
  return hitLimit({
    store,
    windowMs: HOUR_MS,
    limit: () => limits.scansPerHour,
    key: () => "all",
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(
        "rate_limited",
        `The limit of ${limit} scans per hour for all callers has been used up`,
        {
          retryAfterSeconds,
          hint: "Requests to /api/v1/proxy/messages with an API key have their own limits",
        },
      ),
  });
}

/** An address's reads per minute of what needs no key. */
export function openReadLimit({ store, limits, secrets }: AddressLimitOptions): RequestHandler {
  return hitLimit({
    store,
    windowMs: MINUTE_MS,
    limit: () => limits.openReadsPerMinute,
    key: (req) => secrets.clientTag(clientAddressOf(req)),
    refusal: (limit, retryAfterSeconds) =>
      new ApiError(
        "rate_limited",
        `The limit of ${limit} reads without a key per minute from one address has been exceeded`,
        { retryAfterSeconds },
      ),
  });
}

export function failedKeyLimit({
  store,
  limits,
  secrets,
}: AddressLimitOptions): (req: Request, res: Response) => Promise<void> {
  const count = hitLimit({
    store,
    windowMs: MINUTE_MS,
    limit: () => limits.failedKeysPerMinute,
    key: (req) => secrets.clientTag(clientAddressOf(req)),
    refusal: (limit, retryAfterSeconds) =>
      new ApiError("rate_limited", `More than ${limit} invalid keys per minute from this address`, {
        retryAfterSeconds,
      }),
  });
  return asCheck(count);
}

/** A limit for code that is not middleware: throws where the middleware would refuse. */
export function asCheck(limit: RequestHandler): (req: Request, res: Response) => Promise<void> {
  return (req, res) =>
    new Promise((resolve, reject) => {
      const next = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      Promise.resolve(limit(req, res, next)).catch(reject);
    });
}

interface HitLimitOptions {
  readonly store: Store;
  readonly windowMs: number;
  readonly limit: (req: Request, res: Response) => number;
  readonly key: (req: Request, res: Response) => string;
  /** Of an answer: takes the hit back. */
  readonly uncounted?: (res: Response) => boolean;
  readonly refusal: (limit: number, retryAfterSeconds: number) => ApiError;
}

function hitLimit(options: HitLimitOptions): RequestHandler {
  const { store, windowMs, limit, key, uncounted, refusal } = options;
  // The library's own count of what is left is in the request's `rateLimit`.
  return rateLimit({
    store,
    windowMs,
    limit,
    keyGenerator: key,
    legacyHeaders: false,
    skipSuccessfulRequests: uncounted !== undefined,
    requestWasSuccessful: (_req, res) => uncounted?.(res) ?? false,
    // Its self-checks print to the console.
    validate: false,
    handler(req, _res, next) {
      const { rateLimit: hits } = req as Request & { rateLimit: Hits };
      next(refusal(hits.limit, secondsUntil(hits.resetTime, windowMs)));
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

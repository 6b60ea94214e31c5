import type { Socket } from "node:net";
import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { ServiceTokenClaims, ServiceTokenHeader } from "@veil/contracts/service";
import {
  type PrincipalName,
  SERVICE_NAMES,
  type ServiceName,
  type TrustBundle,
} from "@veil/crypto";
import type { RequestHandler } from "express";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { TOKEN_LIFETIME_S } from "./client/token-issuer.ts";
import { peerOf } from "./peer.ts";

export interface CallerOptions {
  readonly service: PrincipalName;
  readonly allowed: readonly ServiceName[];
  readonly trust: TrustBundle;
  readonly nowMs?: Clock;
}

export interface Verified {
  readonly caller: ServiceName;
  readonly expiresAtMs: number;
}

/**
 * Checks the `Authorization` header of a request that arrived over `socket`.
 * @throws ApiError `caller_not_authenticated`, `caller_not_allowed`
 */
export type CallerCheck = (header: string | undefined, socket: Socket) => Promise<Verified>;

const REMEMBERED_TOKENS = 1000;
const CLOCK_SKEW_S = 5;

const parseHeader = checked(ServiceTokenHeader);
const parseClaims = checked(ServiceTokenClaims);

/**
 * Creates the check that admits only valid tokens of allowed services. Over mutual TLS, the client
 * certificate must belong to the same service, so that a stolen token is useless. The check caches
 * verified tokens until they expire, because verifying a signature for every request would be slow.
 */
export function createCallerCheck(options: CallerOptions): CallerCheck {
  const { allowed, nowMs = Date.now } = options;
  const remembered = new LRUCache<string, Verified>({ max: REMEMBERED_TOKENS });

  async function verify(token: string): Promise<Verified> {
    const known = remembered.get(token);
    if (known !== undefined && nowMs() < known.expiresAtMs) return known;
    const verified = await verifyToken(token, options, nowMs);
    remembered.set(token, verified);
    return verified;
  }

  return async function checkCaller(header, socket) {
    const verified = await verify(bearerToken(header));
    const { caller } = verified;
    if (!allowed.includes(caller))
      throw new ApiError("caller_not_allowed", "This caller is not allowed");
    // This check must come last: the isolation probe presents tokens of other services to test the
    // list of allowed callers, and must get that list's refusal.
    const peer = peerOf(socket);
    if (peer !== undefined && peer.service !== caller)
      throw new ApiError(
        "caller_not_authenticated",
        "The token and the certificate belong to different services",
      );
    return verified;
  };
}

/** Returns a handler that admits only requests that pass the check. */
export function requireCaller(check: CallerCheck): RequestHandler {
  return async function admitCaller(req, res, next) {
    const { caller } = await check(req.get("authorization"), req.socket);
    res.locals["caller"] = caller;
    next();
  };
}

function bearerToken(header: string | undefined): string {
  const [, token] = /^Bearer ([A-Za-z0-9_.-]+)$/.exec(header ?? "") ?? [];
  if (token === undefined)
    throw new ApiError("caller_not_authenticated", "A service token is required");
  return token;
}

async function verifyToken(
  token: string,
  { service, trust }: CallerOptions,
  nowMs: Clock,
): Promise<Verified> {
  try {
    const { kid } = parseHeader(decodeProtectedHeader(token));
    const { iss, iat, exp } = parseClaims(decodeJwt(token));
    const issuer = SERVICE_NAMES.find((name) => name === iss);
    if (issuer === undefined) throw new Error("Unknown issuer");
    if (exp - iat > TOKEN_LIFETIME_S) throw new Error("Lifetime is too long");
    await jwtVerify(token, trust.verifyKey(issuer, "service-token", kid), {
      algorithms: ["EdDSA"],
      issuer,
      audience: service,
      maxTokenAge: TOKEN_LIFETIME_S + CLOCK_SKEW_S,
      clockTolerance: CLOCK_SKEW_S,
      currentDate: new Date(nowMs()),
    });
    return { caller: issuer, expiresAtMs: exp * 1000 };
  } catch (cause) {
    throw new ApiError("caller_not_authenticated", "The service token is not valid", { cause });
  }
}

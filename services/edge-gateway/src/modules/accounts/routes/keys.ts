import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  GRACE_SECONDS_DEFAULT,
  type IssuedKeyResponse,
  IssueKeyRequest,
  type KeySummary,
  type KeysResponse,
  type RevokedKeyResponse,
  type RotatedKeyResponse,
  RotateKeyRequest,
} from "@veil/contracts/public/keys";
import { ROLE_PERMISSIONS } from "@veil/contracts/public/session";
import type { Request, RequestHandler } from "express";
import type { CustomerCaller } from "../keys/caller.ts";
import { keyOrder, requireRotation } from "../keys/key-changes.ts";
import type { KeyManagement, NewKey, RevokedKey, RotatedKey } from "../keys/key-management.ts";
import { callerOf } from "../middleware/caller-of.ts";
import type { CustomerKey } from "../ports.ts";
import { changeOf } from "./account.ts";

interface KeysDeps {
  readonly keys: KeyManagement;
  readonly nowMs: Clock;
}

const parseOrder = checked(IssueKeyRequest);

/** Handles `GET /api/v1/account/keys`. */
export function readKeys({ keys }: KeysDeps): RequestHandler {
  return async function handleReadKeys(_req, res) {
    const all = await keys.list(callerOf(res).customerId);
    const body: KeysResponse = { keys: all.map(summaryOf) };
    res.json(body);
  };
}

/** Handles `POST /api/v1/account/keys`. Only this response contains the key. */
export function issueKey(deps: KeysDeps): RequestHandler {
  return async function handleIssueKey(req, res) {
    const caller = callerOf(res);
    const order = { ...keyOrder(parseOrder(req.body), caller), ...boundsOf(caller) };
    const body = issuedKey(await deps.keys.issue(order, changeOf(deps, res)));
    res.status(201).json(body);
  };
}

/** Keys that a session makes can do no more than its role. */
function boundsOf(caller: CustomerCaller): { readonly callsOnly?: true } {
  const isBound = caller.kind === "session" && !ROLE_PERMISSIONS[caller.role].includes("account");
  return isBound ? { callsOnly: true } : {};
}

export function issuedKey({ stored, apiKey }: NewKey): IssuedKeyResponse {
  return {
    ...identityOf(stored),
    api_key: apiKey,
    message:
      "This key is shown once: store it now. If this answer gets lost, the key is in the list " +
      "(GET /api/v1/account/keys): revoke it and issue another one.",
  };
}

type Identity = Pick<CustomerKey, "keyId" | "family" | "developer" | "createdAt">;

function identityOf({ keyId, family, developer, createdAt }: Identity) {
  const keyClass = developer ? "developer" : "standard";
  return { key_id: keyId, family, class: keyClass, created_at: createdAt.toISOString() } as const;
}

export function summaryOf(key: CustomerKey): KeySummary {
  const { lastUsedAt, expiresAt, revokedAt } = key;
  return {
    ...identityOf(key),
    ...(key.callsOnly && { calls_only: true }),
    ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(revokedAt && { revoked_at: revokedAt.toISOString() }),
  };
}

const parseRotation = checked(RotateKeyRequest);

/**
 * Handles `POST /api/v1/account/keys/{key_id}/rotate`. The old key stays valid until its grace
 * period ends.
 */
export function rotateKey(deps: KeysDeps): RequestHandler {
  return async function handleRotateKey(req, res) {
    const { grace_seconds: graceSeconds = GRACE_SECONDS_DEFAULT } = parseRotation(req.body);
    const keyId = keyIdOf(req);
    requireRotation(callerOf(res), keyId);
    const order = { graceSeconds, ...boundsOf(callerOf(res)) };
    const rotated = await deps.keys.rotate(keyId, order, changeOf(deps, res));
    res.status(201).json(rotatedKey(keyId, rotated));
  };
}

/** Handles `DELETE /api/v1/account/keys/{key_id}`. */
export function revokeKey(deps: KeysDeps): RequestHandler {
  return async function handleRevokeKey(req, res) {
    const keyId = keyIdOf(req);
    res.json(revokedKey(keyId, await deps.keys.revoke(keyId, {}, changeOf(deps, res))));
  };
}

export function rotatedKey(keyId: string, rotated: RotatedKey): RotatedKeyResponse {
  return {
    ...issuedKey(rotated),
    replaced: { key_id: keyId, valid_until: rotated.validUntil.toISOString() },
    relink_ended_jobs: rotated.relinkEndedJobs,
  };
}

export function revokedKey(
  keyId: string,
  { revokedAt, relinkEndedJobs }: RevokedKey,
): RevokedKeyResponse {
  return {
    key_id: keyId,
    revoked_at: revokedAt.toISOString(),
    relink_ended_jobs: relinkEndedJobs,
  };
}

const KEY_ID = /^[0-9A-Za-z]{8}$/;

/**
 * Returns the key id of the path. Other text is refused here, because the database might not accept
 * it.
 */
export function keyIdOf({ params }: Request): string {
  const keyId = String(params["key_id"]);
  if (!KEY_ID.test(keyId)) throw new ApiError("not_found", "The key does not exist");
  return keyId;
}

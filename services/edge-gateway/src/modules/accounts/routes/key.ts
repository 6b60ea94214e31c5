import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  GRACE_SECONDS_DEFAULT,
  type RevokedKeyResponse,
  type RotatedKeyResponse,
  RotateKeyRequest,
} from "@veil/contracts/public/keys";
import type { Request, RequestHandler } from "express";
import type { RevokedKey, RotatedKey } from "../keys/key-management.ts";
import { requireRotation } from "../keys/key-orders.ts";
import { callerOf } from "../middleware/caller-of.ts";
import { changeOf } from "./account-change.ts";
import { issuedKey, type KeysDeps } from "./keys.ts";

const parse = checked(RotateKeyRequest);

/** `POST /api/v1/account/keys/{key_id}/rotate`: the old key works until the end of its grace. */
export function rotateKey(deps: KeysDeps): RequestHandler {
  return async function handleRotateKey(req, res) {
    const { grace_seconds: graceSeconds = GRACE_SECONDS_DEFAULT } = parse(req.body);
    const keyId = keyIdOf(req);
    requireRotation(callerOf(res), keyId);
    const rotated = await deps.keys.rotate(keyId, { graceSeconds }, changeOf(deps, res));
    res.status(201).json(rotatedKey(keyId, rotated));
  };
}

/** `DELETE /api/v1/account/keys/{key_id}`. */
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

/** Other text in the path was never an id, and the database may not accept it. */
export function keyIdOf({ params }: Request): string {
  const keyId = String(params["key_id"]);
  if (!KEY_ID.test(keyId)) throw new ApiError("not_found", "The key does not exist");
  return keyId;
}

import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import {
  type IssuedKeyResponse,
  IssueKeyRequest,
  type KeySummary,
  type KeysResponse,
} from "@veil/contracts/public/keys";
import type { RequestHandler } from "express";
import type { KeyManagement, NewKey } from "../keys/key-management.ts";
import { keyOrder } from "../keys/key-orders.ts";
import { callerOf } from "../middleware/caller-of.ts";
import type { CustomerKey } from "../ports.ts";
import { changeOf } from "./account-change.ts";

export interface KeysDeps {
  readonly keys: KeyManagement;
  readonly nowMs: Clock;
}

const parse = checked(IssueKeyRequest);

/** `GET /api/v1/account/keys`. */
export function readKeys({ keys }: KeysDeps): RequestHandler {
  return async function handleReadKeys(_req, res) {
    const all = await keys.list(callerOf(res).customerId);
    const body: KeysResponse = { keys: all.map(summaryOf) };
    res.json(body);
  };
}

/** `POST /api/v1/account/keys`: the only answer that has the key. */
export function issueKey(deps: KeysDeps): RequestHandler {
  return async function handleIssueKey(req, res) {
    const order = keyOrder(parse(req.body), callerOf(res));
    const body = issuedKey(await deps.keys.issue(order, changeOf(deps, res)));
    res.status(201).json(body);
  };
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
    ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(revokedAt && { revoked_at: revokedAt.toISOString() }),
  };
}

import { checked } from "@veil/contracts/parsing";
import {
  GRACE_SECONDS_DEFAULT,
  IssueKeyRequest,
  RotateKeyRequest,
} from "@veil/contracts/public/keys";
import type { RequestHandler } from "express";
import { issuedKey, keyIdOf, revokedKey, rotatedKey } from "../../accounts/http.ts";
import { keyOrder } from "../../accounts/index.ts";
import { customerOf } from "../domain/customer-changes.ts";
import { type AdminContext, changeOf } from "./context.ts";

const parseOrder = checked(IssueKeyRequest);
const parseRotation = checked(RotateKeyRequest);

/**
 * Handles `POST /api/v1/admin/customers/{customer_id}/keys`. The number of keys is not limited, but
 * the customer's tier limits their kinds.
 */
export function issueCustomerKey(deps: AdminContext): RequestHandler {
  return async function handleIssueKey(req, res) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const order = keyOrder(parseOrder(req.body), { tier: customer.tier });
    const change = await changeOf(deps, res, customer);
    const issued = await deps.keys.issue({ ...order, unbounded: true }, change);
    res.status(201).json(issuedKey(issued));
  };
}

/** Handles `POST /api/v1/admin/customers/{customer_id}/keys/{key_id}/rotate`. */
export function rotateCustomerKey(deps: AdminContext): RequestHandler {
  return async function handleRotateKey(req, res) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const { grace_seconds: graceSeconds = GRACE_SECONDS_DEFAULT } = parseRotation(req.body);
    const keyId = keyIdOf(req);
    const order = { graceSeconds, unbounded: true };
    const rotated = await deps.keys.rotate(keyId, order, await changeOf(deps, res, customer));
    res.status(201).json(rotatedKey(keyId, rotated));
  };
}

/**
 * Handles `DELETE /api/v1/admin/customers/{customer_id}/keys/{key_id}`, even for the last native
 * key.
 */
export function revokeCustomerKey(deps: AdminContext): RequestHandler {
  return async function handleRevokeKey(req, res) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const keyId = keyIdOf(req);
    const change = await changeOf(deps, res, customer);
    res.json(revokedKey(keyId, await deps.keys.revoke(keyId, { evenLast: true }, change)));
  };
}

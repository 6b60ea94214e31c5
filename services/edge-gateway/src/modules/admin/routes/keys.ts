import { checked } from "@veil/contracts/parsing";
import {
  GRACE_SECONDS_DEFAULT,
  IssueKeyRequest,
  RotateKeyRequest,
} from "@veil/contracts/public/keys";
import type { RequestHandler } from "express";
import { issuedKey, keyIdOf, revokedKey, rotatedKey } from "../../accounts/http.ts";
import { type KeyManagement, keyOrder } from "../../accounts/index.ts";
import { customerOf } from "../domain/customer-of.ts";
import { type AdminContext, changeOf } from "./context.ts";

export interface AdminKeysDeps extends AdminContext {
  readonly keys: KeyManagement;
}

const parseOrder = checked(IssueKeyRequest);
const parseRotation = checked(RotateKeyRequest);

/** `POST /api/v1/admin/customers/{customer_id}/keys`: as many as wanted, of the tier's kinds. */
export function issueCustomerKey(deps: AdminKeysDeps): RequestHandler {
  return async function handleIssueKey(req, res) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const order = keyOrder(parseOrder(req.body), { tier: customer.tier });
    const change = await changeOf(deps, res, customer);
    const issued = await deps.keys.issue({ ...order, unbounded: true }, change);
    res.status(201).json(issuedKey(issued));
  };
}

/** `POST /api/v1/admin/customers/{customer_id}/keys/{key_id}/rotate`. */
export function rotateCustomerKey(deps: AdminKeysDeps): RequestHandler {
  return async function handleRotateKey(req, res) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const { grace_seconds: graceSeconds = GRACE_SECONDS_DEFAULT } = parseRotation(req.body);
    const keyId = keyIdOf(req);
    const order = { graceSeconds, unbounded: true };
    const rotated = await deps.keys.rotate(keyId, order, await changeOf(deps, res, customer));
    res.status(201).json(rotatedKey(keyId, rotated));
  };
}

/** `DELETE /api/v1/admin/customers/{customer_id}/keys/{key_id}`: also the last one. */
export function revokeCustomerKey(deps: AdminKeysDeps): RequestHandler {
  return async function handleRevokeKey(req, res) {
    const customer = await customerOf(deps.directory, req.params["customer_id"]);
    const keyId = keyIdOf(req);
    const change = await changeOf(deps, res, customer);
    res.json(revokedKey(keyId, await deps.keys.revoke(keyId, { evenLast: true }, change)));
  };
}

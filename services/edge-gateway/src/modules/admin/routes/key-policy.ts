import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { KeyEntityPolicyRequest } from "@veil/contracts/public/entity-policy";
import { jsonBody } from "@veil/http-kit";
import type { Request, RequestHandler, Response } from "express";
import type { ApiKeys } from "../../accounts/index.ts";
import { describePolicy, policyEvent, policyOfKey } from "../../entities/index.ts";
import { customerOf } from "../domain/customer-of.ts";
import { type AdminContext, changeOf } from "./context.ts";

type Policy = Parameters<ApiKeys["setEntityPolicy"]>[1];

const parse = checked(KeyEntityPolicyRequest);
const KEY_ID = /^[0-9A-Za-z]{8}$/;

/** `GET /api/v1/admin/keys/{key_id}/entity-policy`: what is replaced in requests with the key. */
export function readKeyPolicy(deps: AdminContext): RequestHandler {
  return async function handleReadKeyPolicy(req, res) {
    res.json(describePolicy((await keyOf(deps, req)).entityPolicy));
  };
}

export function setKeyPolicy(deps: AdminContext): RequestHandler[] {
  async function handleSetKeyPolicy(req: Request, res: Response): Promise<void> {
    const policy = policyOfKey(parse(req.body));
    await store(deps, { req, res }, policy);
    res.json(describePolicy(policy));
  }
  return [jsonBody({ limitBytes: 64 * 1024 }), handleSetKeyPolicy];
}

/** `DELETE /api/v1/admin/keys/{key_id}/entity-policy`: back to the default, which no request may loosen. */
export function clearKeyPolicy(deps: AdminContext): RequestHandler {
  return async function handleClearKeyPolicy(req, res) {
    await store(deps, { req, res }, undefined);
    res.status(204).end();
  };
}

async function store(
  deps: AdminContext,
  { req, res }: { readonly req: Request; readonly res: Response },
  policy: Policy,
): Promise<void> {
  const { keyId, customerId } = await keyOf(deps, req);
  const customer = await customerOf(deps.directory, customerId);
  const event = policyEvent(keyId, policy, await changeOf(deps, res, customer));
  if (!(await deps.apiKeys.setEntityPolicy(keyId, policy, event))) throw noSuchKey();
  deps.onChanged(customerId);
}

async function keyOf({ apiKeys }: AdminContext, { params }: Request) {
  const keyId = String(params["key_id"]);
  const key = KEY_ID.test(keyId) ? await apiKeys.find(keyId) : undefined;
  if (key === undefined) throw noSuchKey();
  return key;
}

function noSuchKey(): ApiError {
  return new ApiError("not_found", "The key does not exist or is revoked");
}

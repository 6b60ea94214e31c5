import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { ProviderKeyRequest, type ProviderKeyResponse } from "@veil/contracts/public/provider-key";
import type { RequestHandler } from "express";
import { amendment, providerKeyRemoved } from "../customers/account-events.ts";
import { type BoxOptions, boxProviderKey } from "../customers/provider-key.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { Accounts } from "../ports.ts";
import { changeOf } from "./account.ts";

interface ProviderKeyDeps extends BoxOptions {
  readonly accounts: Pick<Accounts, "amend" | "removeProviderKey">;
  readonly onChanged: (customerId: CustomerId) => void;
  readonly nowMs: Clock;
}

const parse = checked(ProviderKeyRequest);

/**
 * Handles `PUT /api/v1/account/provider-key`. From now on, the customer's calls use only this key.
 */
export function replaceProviderKey(deps: ProviderKeyDeps): RequestHandler {
  const { accounts, onChanged } = deps;
  return async function handleReplaceProviderKey(req, res) {
    const change = changeOf(deps, res);
    const providerKey = boxProviderKey(parse(req.body).provider_key, deps);
    const changes = { managedAi: false, providerKey };
    await accounts.amend(change.customerId, amendment(changes, change));
    onChanged(change.customerId);
    const body: ProviderKeyResponse = { managed_ai: false, provider: providerKey.provider };
    res.json(body);
  };
}

/**
 * Handles `DELETE /api/v1/account/provider-key`. `managed_ai` does not change, because only the
 * operator can turn it on. Calls of a customer who has deleted their key get 503 with a hint and
 * are never billed to the operator.
 */
export function deleteProviderKey(deps: ProviderKeyDeps): RequestHandler {
  const { accounts, onChanged } = deps;
  return async function handleDeleteProviderKey(_req, res) {
    const change = changeOf(deps, res);
    const event = providerKeyRemoved(change);
    const { managedAi } = await accounts.removeProviderKey(change.customerId, event);
    onChanged(change.customerId);
    const body: ProviderKeyResponse = { managed_ai: managedAi };
    res.json(body);
  };
}

import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { AccountDeletionRequest, AccountPatchRequest } from "@veil/contracts/public/account";
import type { RandomBytes } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler, Response } from "express";
import {
  customerDeletedError,
  deleteAccount,
  deletionResponse,
  requireConfirmation,
} from "../customers/account-deletion.ts";
import { type AccountChange, amendment } from "../customers/account-events.ts";
import { accountResponse, patchChanges } from "../customers/account-view.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import { callerOf } from "../middleware/caller-of.ts";
import type { Accounts } from "../ports.ts";

interface AccountRouteDeps {
  readonly accounts: Pick<Accounts, "find" | "amend">;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
  readonly onChanged: (customerId: CustomerId) => void;
  readonly nowMs: Clock;
}

const parsePatch = checked(AccountPatchRequest);

/** Handles `GET /api/v1/account`. */
export function readAccount(deps: AccountRouteDeps): RequestHandler {
  return async function handleReadAccount(_req, res) {
    await sendAccount(deps, res);
  };
}

/** Handles `PATCH /api/v1/account`, which sets or removes the company and removes the address. */
export function patchAccount(deps: AccountRouteDeps): RequestHandler {
  const { accounts, onChanged } = deps;
  return async function handlePatchAccount(req, res) {
    const change = changeOf(deps, res);
    const patch = parsePatch(req.body);
    await accounts.amend(change.customerId, (stored) =>
      amendment(patchChanges(patch, stored, deps), change)(stored),
    );
    onChanged(change.customerId);
    await sendAccount(deps, res);
  };
}

async function sendAccount({ accounts, secrets }: AccountRouteDeps, res: Response): Promise<void> {
  const stored = await accounts.find(callerOf(res).customerId);
  if (stored === undefined) throw customerDeletedError();
  res.json(accountResponse(stored, secrets));
}

type AccountDeletionDeps = Parameters<typeof deleteAccount>[0] & { readonly nowMs: Clock };

const parseDeletion = checked(AccountDeletionRequest);

/** Handles `DELETE /api/v1/account`. */
export function removeAccount(deps: AccountDeletionDeps): RequestHandler {
  return async function handleDeleteAccount(req, res) {
    const change = changeOf(deps, res);
    requireConfirmation(parseDeletion(req.body).confirm, change.customerId);
    res.json(deletionResponse(change, await deleteAccount(deps, change)));
  };
}

/** Returns the description of a change that a caller makes to their own account. */
export function changeOf({ nowMs }: { readonly nowMs: Clock }, res: Response): AccountChange {
  const caller = callerOf(res);
  const { customerId, scope, subject, keyId: byKeyId } = caller;
  const memberId = caller.kind === "session" ? caller.memberId : undefined;
  const { requestId } = contextOf(res);
  return { customerId, scope, subject, requestId, byKeyId, memberId, now: new Date(nowMs()) };
}

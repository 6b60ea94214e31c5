import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { AccountPatchRequest } from "@veil/contracts/public/account";
import type { RandomBytes } from "@veil/crypto";
import type { RequestHandler, Response } from "express";
import { amendment } from "../customers/account-changes.ts";
import { accountResponse, patchChanges } from "../customers/account-view.ts";
import { customerDeletedError } from "../customers/customer-deleted-error.ts";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import { callerOf } from "../middleware/caller-of.ts";
import type { Accounts } from "../ports.ts";
import { changeOf } from "./account-change.ts";

export interface AccountRouteDeps {
  readonly accounts: Pick<Accounts, "find" | "amend">;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
  readonly onChanged: (customerId: CustomerId) => void;
  readonly nowMs: Clock;
}

const parse = checked(AccountPatchRequest);

/** `GET /api/v1/account`. */
export function readAccount(deps: AccountRouteDeps): RequestHandler {
  return async function handleReadAccount(_req, res) {
    await sendAccount(deps, res);
  };
}

/** `PATCH /api/v1/account`: sets or removes the company, removes the address. */
export function patchAccount(deps: AccountRouteDeps): RequestHandler {
  const { accounts, onChanged } = deps;
  return async function handlePatchAccount(req, res) {
    const change = changeOf(deps, res);
    const patch = parse(req.body);
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

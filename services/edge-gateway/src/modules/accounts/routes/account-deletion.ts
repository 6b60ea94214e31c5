import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { AccountDeletionRequest } from "@veil/contracts/public/account";
import type { RequestHandler } from "express";
import {
  deleteAccount,
  deletionResponse,
  requireConfirmation,
} from "../customers/account-deletion.ts";
import { changeOf } from "./account-change.ts";

export type AccountDeletionDeps = Parameters<typeof deleteAccount>[0] & { readonly nowMs: Clock };

const parse = checked(AccountDeletionRequest);

/** `DELETE /api/v1/account`. */
export function removeAccount(deps: AccountDeletionDeps): RequestHandler {
  return async function handleDeleteAccount(req, res) {
    const change = changeOf(deps, res);
    requireConfirmation(parse(req.body).confirm, change.customerId);
    res.json(deletionResponse(change, await deleteAccount(deps, change)));
  };
}

import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { AccountDeletionRequest } from "@veil/contracts/public/account";
import { jsonBody } from "@veil/http-kit";
import type { Request, RequestHandler, Response } from "express";
import { SMALL_BODY_BYTES } from "../../../api/body-limits.ts";
import {
  deleteAccount,
  deletionResponse,
  requireConfirmation,
} from "../customers/account-deletion.ts";
import { changeOf } from "./account-change.ts";

export type AccountDeletionDeps = Parameters<typeof deleteAccount>[0] & { readonly nowMs: Clock };

const parse = checked(AccountDeletionRequest);

/** `DELETE /api/v1/account`. */
export function removeAccount(deps: AccountDeletionDeps): RequestHandler[] {
  async function handleDeleteAccount(req: Request, res: Response): Promise<void> {
    const change = changeOf(deps, res);
    requireConfirmation(parse(req.body).confirm, change.customerId);
    res.json(deletionResponse(change, await deleteAccount(deps, change)));
  }
  return [jsonBody({ limitBytes: SMALL_BODY_BYTES }), handleDeleteAccount];
}

import type { Clock } from "@veil/contracts/clock";
import { contextOf } from "@veil/service-kit/http";
import type { Response } from "express";
import type { AccountChange } from "../customers/account-events.ts";
import { callerOf } from "../middleware/caller-of.ts";

/** The caller's own change of their account. */
export function changeOf({ nowMs }: { readonly nowMs: Clock }, res: Response): AccountChange {
  const { customerId, scope, subject, keyId: byKeyId } = callerOf(res);
  const { requestId } = contextOf(res);
  return { customerId, scope, subject, requestId, byKeyId, now: new Date(nowMs()) };
}

import type { Clock } from "@veil/contracts/clock";
import { contextOf } from "@veil/http-kit";
import type { Response } from "express";
import { adminCallerOf } from "../../accounts/http.ts";
import {
  type AccountChange,
  type AccountSecrets,
  auditScope,
  type CustomerId,
} from "../../accounts/index.ts";
import type { CustomerRow, Directory } from "../ports.ts";

/** What all routes of the administration share. */
export interface AdminContext {
  readonly directory: Directory;
  readonly secrets: AccountSecrets;
  /** Of a customer or of one of their keys. */
  readonly onChanged: (customerId: CustomerId) => void;
  readonly nowMs: Clock;
}

type ChangedBy = NonNullable<AccountChange["changedBy"]>;

export function changedByOf(res: Response): ChangedBy {
  return `admin:${adminCallerOf(res).keyId}`;
}

export function changeOf(
  { secrets, nowMs }: Pick<AdminContext, "secrets" | "nowMs">,
  res: Response,
  { customerId, orgId, sealedScopeKey }: CustomerRow,
): AccountChange {
  return {
    customerId,
    scope: auditScope({ orgId, sealedScopeKey }, secrets),
    now: new Date(nowMs()),
    requestId: contextOf(res).requestId,
    changedBy: changedByOf(res),
  };
}

import type { Clock } from "@veil/contracts/clock";
import { contextOf } from "@veil/service-kit/http";
import type { Response } from "express";
import { adminCallerOf } from "../../accounts/http.ts";
import {
  type AccountChange,
  type AccountSecrets,
  type ApiKeys,
  auditScope,
  type CustomerId,
  establishedSubject,
  type SubjectDeps,
} from "../../accounts/index.ts";
import type { TextScans } from "../../calls/index.ts";
import { noSuchCustomer } from "../domain/customer-of.ts";
import type { CustomerRow, Directory } from "../ports.ts";

/** What all routes of the administration share. */
export interface AdminContext extends SubjectDeps {
  readonly apiKeys: Pick<ApiKeys, "find" | "setEntityPolicy" | "setCallPolicy" | "keepSubjectKey">;
  readonly scans: Pick<TextScans, "identifiers">;
  readonly directory: Directory;
  readonly secrets: AccountSecrets;
  /** Called when this customer or one of their keys has changed. */
  readonly onChanged: (customerId: CustomerId) => void;
  readonly nowMs: Clock;
}

type ChangedBy = NonNullable<AccountChange["changedBy"]>;

export function changedByOf(res: Response): ChangedBy {
  return `admin:${adminCallerOf(res).keyId}`;
}

/** @throws ApiError `not_found` when the customer was deleted meanwhile */
export async function changeOf(
  deps: AdminContext,
  res: Response,
  { customerId, orgId, sealedScopeKey, sealedSubjectKey }: CustomerRow,
): Promise<AccountChange> {
  const owner = { customerId, sealedSubjectKey: sealedSubjectKey ?? undefined };
  const subject = await establishedSubject(owner, deps);
  if (subject === undefined) throw noSuchCustomer();
  return {
    customerId,
    scope: auditScope({ orgId, sealedScopeKey }, deps.secrets),
    subject,
    now: new Date(deps.nowMs()),
    requestId: contextOf(res).requestId,
    changedBy: changedByOf(res),
  };
}

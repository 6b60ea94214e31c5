import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { AccountDeletionResponse } from "@veil/contracts/public/account";
import type { CustomerData } from "@veil/contracts/public/compliance/dsar";
import type { RandomBytes } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { Request, Response } from "express";
import type { Sealing } from "../../../../platform/sealed-record.ts";
import {
  type AccountChange,
  accountEvent,
  type CustomerCaller,
  type CustomerId,
} from "../../../accounts/index.ts";
import type { OnEvents } from "../../../audit/index.ts";
import type { SearchJobs } from "../../../calls/index.ts";
import type { ListErasure } from "../../../entities/index.ts";
import { subjectRequestView } from "../../domain/dsar/subject-request.ts";
import { subjectValues } from "../../domain/inputs.ts";
import type { StoredSubjectRequest, SubjectRequests } from "../../ports.ts";

type Deletion = Pick<AccountDeletionResponse, "destroyed" | "kept">;

export interface SubjectRequestDeps {
  readonly customerOf: (res: Response) => CustomerCaller;
  readonly lists: ListErasure;
  readonly searchJobs: SearchJobs;
  readonly deleteJob: (customerId: CustomerId, jobId: string) => Promise<boolean>;
  /** Returns what the deletion of a customer destroys and keeps. */
  readonly deletionPlan: (customerId: CustomerId, now: Date) => Deletion;
  /** Deletes a customer. @throws ApiError `invalid_api_key` when that already happened */
  readonly deleteCustomer: (change: AccountChange) => Promise<Deletion>;
  readonly dataOf: (
    customerId: CustomerId,
    type: "access" | "portability",
  ) => Promise<CustomerData>;
  readonly nowMs: Clock;
  readonly requests: SubjectRequests;
  readonly inputSealing: Sealing;
  readonly random: RandomBytes;
  readonly onEvents: OnEvents;
}

const ID = /^dsr_[0-9a-f]{32}$/;

/** @throws ApiError `not_found` for an unknown or another customer's request */
export async function findRequest(
  { requests }: Pick<SubjectRequestDeps, "requests">,
  customerId: CustomerId,
  { params }: Request,
): Promise<StoredSubjectRequest> {
  const id = String(params["subject_request_id"]);
  const found = ID.test(id) ? await requests.find(customerId, id) : undefined;
  if (found === undefined) throw new ApiError("not_found", "There is no request with this id");
  return found;
}

/** Returns the value of an open request. Undefined for a customer's own requests. */
export function openedValue(
  { inputSealing }: Pick<SubjectRequestDeps, "inputSealing">,
  customerId: CustomerId,
  { id, sealedValue }: StoredSubjectRequest,
): string | undefined {
  if (sealedValue === null) return undefined;
  return subjectValues.open(inputSealing, `${customerId}/${id}`, sealedValue).value;
}

export function viewOf(
  deps: Pick<SubjectRequestDeps, "inputSealing">,
  customerId: CustomerId,
  stored: StoredSubjectRequest,
) {
  return subjectRequestView(stored, openedValue(deps, customerId, stored));
}

/** Creates the event of a step. It contains no value. */
export function stepEvent(
  what: "RECEIVED" | "CHANGED",
  { id, type, status, refusedFor, extendedFor }: StoredSubjectRequest,
  { caller, now, res }: { caller: CustomerCaller; now: Date; res: Response },
) {
  const { customerId, scope, subject } = caller;
  const { requestId } = contextOf(res);
  const payload = {
    ...{ subject_request_id: id, subject_request_type: type, request_status: status },
    ...(refusedFor !== null && { outcome: refusedFor }),
    ...(extendedFor !== null && { changed_fields: "extension" }),
  };
  const change = { customerId, scope, subject, now, requestId };
  return accountEvent(`COMPLIANCE_REQUEST_${what}`, payload, change);
}

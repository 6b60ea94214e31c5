import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  SubjectRequestChange,
  type SubjectRequestResult,
} from "@veil/contracts/public/compliance/dsar";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler, Response } from "express";
import type { AccountChange, CustomerCaller, CustomerId } from "../../../accounts/index.ts";
import { foundJobs, searchValue, type ValueSearch } from "../../domain/dsar/search-value.ts";
import { nextState, subjectRequestView } from "../../domain/dsar/subject-request.ts";
import type { StoredSubjectRequest } from "../../ports.ts";
import {
  findRequest,
  openedValue,
  type SubjectRequestDeps,
  stepEvent,
  viewOf,
} from "./stored-request.ts";

const parseChange = checked(SubjectRequestChange);

/**
 * Handles `PATCH /api/v1/compliance/dsar/{subject_request_id}`. Completing a request for erasure
 * erases. If the process dies meanwhile, the request stays open and the step can be repeated.
 */
export function changeSubjectRequest(deps: SubjectRequestDeps): RequestHandler {
  const { requests, onEvents } = deps;
  return async function handleChangeSubjectRequest(req, res) {
    const change = parseChange(req.body);
    const caller = deps.customerOf(res);
    const { customerId } = caller;
    const before = await findRequest(deps, customerId, req);
    const now = new Date(deps.nowMs());
    const after = nextState(before, change, now);
    const isErased = before.type === "erasure" && after.status === "completed";
    requireConfirmation(change, before, { isErased, customerId });
    if (isErased && before.subject === "customer")
      return void res.json(await eraseCustomer(deps, after, changeBy(caller, now, res)));
    const value = openedValue(deps, customerId, before);
    const search =
      value !== undefined && after.status === "completed"
        ? await searchValue(deps, caller, value)
        : undefined;
    if (isErased && search)
      await eraseValue(deps, caller, search, changeBy(caller, now, res), value);
    const event = stepEvent("CHANGED", after, { caller, now, res });
    if (!(await requests.step(customerId, before, after, event)))
      throw new ApiError("server_busy", "The request changed at the same time: try again");
    onEvents([event]);
    const body: SubjectRequestResult = { ...viewOf(deps, customerId, after), ...search };
    res.json(body);
  };
}

function requireConfirmation(
  { confirm }: SubjectRequestChange,
  { subject }: StoredSubjectRequest,
  { isErased, customerId }: { readonly isErased: boolean; readonly customerId: CustomerId },
): void {
  const expected = isErased && subject === "customer" ? customerId : undefined;
  if (confirm === expected) return;
  const message =
    expected === undefined
      ? 'Field "confirm" is only for the erasure of the customer'
      : 'Field "confirm" must be the customer_id of this account';
  throw new ApiError("invalid_field", message, { hint: "GET /api/v1/account has it" });
}

/** One statement deletes the customer and completes the request. */
async function eraseCustomer(
  { deleteCustomer }: SubjectRequestDeps,
  after: StoredSubjectRequest,
  change: AccountChange,
): Promise<SubjectRequestResult> {
  const { destroyed, kept } = await deleteCustomer(change);
  return { ...subjectRequestView(after, undefined), erases: destroyed, kept };
}

async function eraseValue(
  { lists, deleteJob }: SubjectRequestDeps,
  caller: CustomerCaller,
  search: ValueSearch,
  change: AccountChange,
  value = "",
): Promise<void> {
  await lists.erase(caller, value, change);
  for (const jobId of foundJobs(search)) await deleteJob(caller.customerId, jobId);
}

function changeBy(
  { customerId, scope, subject, keyId: byKeyId }: CustomerCaller,
  now: Date,
  res: Response,
): AccountChange {
  const { requestId } = contextOf(res);
  return { customerId, scope, subject, requestId, byKeyId, now };
}

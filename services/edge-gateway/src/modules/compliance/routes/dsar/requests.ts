import { ApiError } from "@veil/contracts/errors";
import { checked, checkedQuery } from "@veil/contracts/parsing";
import {
  type RequestSubject,
  SubjectRequestInput,
  type SubjectRequestResult,
  type SubjectRequestsResponse,
} from "@veil/contracts/public/compliance/dsar";
import { PageQuery } from "@veil/contracts/public/pages";
import { hmacSha256, randomHex } from "@veil/crypto";
import type { RequestHandler } from "express";
import { cursorOf, pageOf } from "../../../../platform/pages.ts";
import type { CustomerCaller, CustomerId } from "../../../accounts/index.ts";
import { searchValue } from "../../domain/dsar/search-value.ts";
import { dueAt } from "../../domain/dsar/subject-request.ts";
import { subjectValues } from "../../domain/inputs.ts";
import type { StoredSubjectRequest } from "../../ports.ts";
import { findRequest, type SubjectRequestDeps, stepEvent, viewOf } from "./stored-request.ts";

const parseInput = checked(SubjectRequestInput);
const parsePage = checkedQuery(PageQuery);
const OPENING_BYTES = 32;

/** Handles `POST /api/v1/compliance/dsar`. It searches, and erases nothing. */
export function createSubjectRequest(deps: SubjectRequestDeps): RequestHandler {
  const { requests, onEvents } = deps;
  return async function handleCreateSubjectRequest(req, res) {
    const input = parseInput(req.body);
    const caller = deps.customerOf(res);
    const { customerId } = caller;
    const now = new Date(deps.nowMs());
    const { stored, opening } = newRequest(deps, customerId, input, now);
    const found = await resultOf(deps, caller, input, now);
    const event = stepEvent("RECEIVED", stored, { caller, now, res });
    await requests.add(customerId, stored, event);
    onEvents([event]);
    const body: SubjectRequestResult = {
      ...viewOf(deps, customerId, stored),
      ...found,
      ...(opening !== undefined && { opening: Buffer.from(opening).toString("base64url") }),
    };
    res.status(201).json(body);
  };
}

function newRequest(
  { inputSealing, random }: SubjectRequestDeps,
  customerId: CustomerId,
  { subject_request_type: type, subject, submitted_time }: SubjectRequestInput,
  now: Date,
): { readonly stored: StoredSubjectRequest; readonly opening: Uint8Array | undefined } {
  const submittedAt = submitted_time === undefined ? now : new Date(submitted_time);
  if (submittedAt > now)
    throw new ApiError("invalid_field", 'Field "submitted_time" must not be in the future');
  const id = `dsr_${randomHex(random)}`;
  const common = { id, type, submittedAt, receivedAt: now, dueAt: dueAt(submittedAt) };
  const open = { ...common, refusedFor: null, extendedFor: null, endedAt: null };
  if (subject.kind === "customer") {
    const rest = { subject: subject.kind, commitment: null, sealedValue: null };
    // Access is answered with this response.
    const state = type === "erasure" ? "in_progress" : "completed";
    const endedAt = type === "erasure" ? null : now;
    return { stored: { ...open, ...rest, status: state, endedAt }, opening: undefined };
  }
  const { value } = named(subject);
  const opening = random(OPENING_BYTES);
  const commitment = hmacSha256(opening, value).toString("hex");
  const sealedValue = subjectValues.seal(inputSealing, `${customerId}/${id}`, { value });
  return {
    stored: { ...open, subject: "value", status: "pending", commitment, sealedValue },
    opening,
  };
}

/** @throws ApiError `invalid_field` for a value without a visible character */
function named(subject: Extract<RequestSubject, { kind: "value" }>): typeof subject {
  if (/\S/u.test(subject.value)) return subject;
  throw new ApiError("invalid_field", 'Field "subject.value" must have a visible character');
}

async function resultOf(
  deps: SubjectRequestDeps,
  caller: CustomerCaller,
  { subject, subject_request_type: type }: SubjectRequestInput,
  now: Date,
): Promise<Partial<SubjectRequestResult>> {
  if (subject.kind === "value") return await searchValue(deps, caller, subject.value);
  if (type === "erasure") {
    const { destroyed, kept } = deps.deletionPlan(caller.customerId, now);
    return { erases: destroyed, kept };
  }
  return { data: await deps.dataOf(caller.customerId, type) };
}

/** Handles `GET /api/v1/compliance/dsar`. */
export function listSubjectRequests(deps: SubjectRequestDeps): RequestHandler {
  return async function handleListSubjectRequests(req, res) {
    const { customerId } = deps.customerOf(res);
    const { rows, next } = await deps.requests.page(customerId, pageOf(parsePage(req.query)));
    const body: SubjectRequestsResponse = {
      requests: rows.map((stored) => viewOf(deps, customerId, stored)),
      ...cursorOf(next),
    };
    res.json(body);
  };
}

/** Handles `GET /api/v1/compliance/dsar/{subject_request_id}`. */
export function readSubjectRequest(deps: SubjectRequestDeps): RequestHandler {
  return async function handleReadSubjectRequest(req, res) {
    const { customerId } = deps.customerOf(res);
    res.json(viewOf(deps, customerId, await findRequest(deps, customerId, req)));
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { ERROR_STATUS } from "@veil/contracts/errors";
import { checkedJson } from "@veil/contracts/parsing";
import { readEvents } from "@veil/llm-dialects";
import { Type } from "typebox";
import type { FollowedOutcome } from "../reconcile/round-record.ts";
import type { GatewayClient, GatewayReply } from "./gateway-client.ts";
import { type PlannedCall, restoredValues } from "./planned-call.ts";

export interface SettledCall {
  readonly outcome: FollowedOutcome;
  readonly requestId: string | undefined;
}

/**
 * A job fails at the latest 10 s after its deadline of 30 s, and after an outage of the database
 * 45 s later.
 */
const SETTLE_MS = 150_000;
const TRY_MS = 250;

/**
 * Follows a call until it is final, as a client does: reads the job after a 202, and repeats a
 * native call whose response was lost, with the same `Idempotency-Key`.
 */
export async function settle(
  gateway: GatewayClient,
  call: PlannedCall,
  first: GatewayReply | undefined,
): Promise<SettledCall> {
  if (call.kind !== "native") return settledDirect(call, first);
  const deadline = Date.now() + SETTLE_MS;
  let reply = first;
  while (isOpen(reply, first) && Date.now() < deadline) {
    await sleep(TRY_MS);
    reply = await nextReply(gateway, call, reply);
  }
  if (reply === undefined || isOpen(reply, first))
    return { outcome: { kind: "pending", last: lastOf(reply) }, requestId: undefined };
  return settledNative(call, reply);
}

/** A 503 is final only as the first reply: later it means that the state is not known yet. */
function isOpen(reply: GatewayReply | undefined, first: GatewayReply | undefined): boolean {
  if (reply === undefined || reply.status === 202 || isUnknownJob(reply)) return true;
  return reply.status === 503 && reply !== first;
}

function isUnknownJob({ body }: GatewayReply): boolean {
  return body["error"] === "job_not_found";
}

async function nextReply(
  gateway: GatewayClient,
  call: PlannedCall,
  reply: GatewayReply | undefined,
): Promise<GatewayReply | undefined> {
  const jobId = reply?.body["job_id"];
  if (reply === undefined || typeof jobId !== "string") return gateway.send(call);
  const read = await gateway.get(`/api/v1/proxy/jobs/${jobId}`, call.apiKey);
  // The state is read again while no replica responds.
  return read === undefined || read.status === 503 ? reply : read;
}

function lastOf(reply: GatewayReply | undefined): string {
  return reply === undefined
    ? "lost"
    : `${reply.status} ${String(reply.body["error"] ?? "")}`.trim();
}

function settledNative(call: PlannedCall, reply: GatewayReply): SettledCall {
  if (reply.status !== 200) return { outcome: refusal(reply), requestId: reply.requestId };
  const { status, result, error_message, compliance_trace } = reply.body;
  const traced = (compliance_trace as { request_id?: string } | undefined)?.request_id;
  const requestId = traced ?? reply.requestId;
  if (status === "JOB_STATUS_COMPLETED")
    return { outcome: { kind: "completed", restored: hasValues(call, String(result)) }, requestId };
  const isText = typeof error_message === "string";
  const code = isText ? error_message : String(status);
  return { outcome: { kind: "failed", code, documented: isText }, requestId };
}

async function settledDirect(
  call: PlannedCall,
  reply: GatewayReply | undefined,
): Promise<SettledCall> {
  if (reply === undefined) return { outcome: { kind: "lost" }, requestId: undefined };
  const { requestId, text, status } = reply;
  if (status !== 200) return { outcome: refusal(reply), requestId };
  const outcome: FollowedOutcome =
    call.kind === "streamed"
      ? await streamOutcome(call, text)
      : { kind: "completed", restored: hasValues(call, text) };
  return { outcome, requestId };
}

const parseStreamEvent = checkedJson(
  Type.Object({
    delta: Type.Optional(Type.Object({ text: Type.Optional(Type.String()) })),
    error: Type.Optional(Type.Object({ type: Type.String() })),
  }),
);

async function streamOutcome(call: PlannedCall, stream: string): Promise<FollowedOutcome> {
  let text = "";
  for await (const { event, data } of readEvents(bytesOf(stream))) {
    const { delta, error } = parseStreamEvent(data);
    text += delta?.text ?? "";
    if (event === "message_stop") return { kind: "completed", restored: hasValues(call, text) };
    if (event === "error") return { kind: "failed", code: String(error?.type), documented: true };
  }
  return { kind: "failed", code: "a stream without an end", documented: false };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function hasValues(call: PlannedCall, text: string): boolean {
  return restoredValues(call).every((value) => text.includes(value));
}

function refusal({ status, body }: GatewayReply): FollowedOutcome {
  const code = String(body["error"]);
  const documented =
    Object.hasOwn(ERROR_STATUS, code) &&
    ERROR_STATUS[code as keyof typeof ERROR_STATUS] === status &&
    code !== "internal_error";
  return { kind: "refused", code: documented ? code : `${status} ${code}`, documented };
}

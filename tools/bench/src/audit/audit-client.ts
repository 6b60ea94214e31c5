import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { AuditEvent } from "@veil/contracts/audit";
import { type AuditQuery, AuditQueryResponse } from "@veil/contracts/audit-query";
import { checked } from "@veil/contracts/parsing";
import { loadServiceKeys, signMessage } from "@veil/crypto";
import type { Stack } from "@veil/local-stack";
import { createServiceClient, createTokenIssuer } from "@veil/service-kit/http";

/** Calls the audit service as the gateway does, with the gateway's keys. */
export interface AuditClient {
  query(query: AuditQuery): Promise<AuditQueryResponse>;
  /**
   * Appends a batch of the same size as the gateway's. @returns the number of events in the batch
   */
  append(): Promise<number>;
  close(): Promise<void>;
}

const BATCH = 256;
const TIMEOUT_MS = 60_000;
const parse = checked(AuditQueryResponse);

export function openAuditClient(stack: Stack): AuditClient {
  const file = path.join(stack.stateDir, "keys/edge-gateway.keys.json");
  const keys = loadServiceKeys(readFileSync(file, "utf8"));
  const signer = { service: keys.service, ...keys.signing("message") };
  const issuer = createTokenIssuer(keys);
  const client = createServiceClient({ baseUrl: stack.url("audit"), callee: "audit", issuer });
  return {
    query: (body) =>
      client.call({
        path: "/events/query",
        body,
        timeoutMs: TIMEOUT_MS,
        parse: (answer) => parse(answer),
      }),
    async append() {
      const events = Array.from({ length: BATCH }, newEvent);
      const message = JSON.stringify(signMessage(JSON.stringify({ events }), signer, "audit"));
      const body = { message };
      await client.call({ path: "/events", body, timeoutMs: TIMEOUT_MS, parse: () => undefined });
      return BATCH;
    },
    close: () => client.close(),
  };
}

function newEvent(): AuditEvent {
  return {
    event_id: randomUUID(),
    occurred_at: new Date().toISOString(),
    event_type: "PROXY_INFERENCE_COMPLETED",
    actor: `token:${randomBytes(32).toString("hex")}`,
    scope: randomBytes(32).toString("hex"),
    subject: randomBytes(32).toString("hex"),
    request_id: `req_${randomBytes(16).toString("hex")}`,
    payload: {
      job_id: `job_${randomBytes(16).toString("hex")}`,
      model: "sim-1",
      stop_reason: "end_turn",
      input_tokens: "812",
      output_tokens: "214",
      latency_ms: "1432",
    },
  };
}

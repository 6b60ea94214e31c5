import { Type } from "typebox";
import {
  JobQuery,
  PiiAnnotations,
  ProcessingResponse,
  ProxyRequest,
  ProxyResponse,
} from "../../public/proxy.ts";
import { UsageResponse } from "../../public/registration.ts";
import { UsageHistoryQuery, UsageHistoryResponse } from "../../public/usage-history.ts";
import type { DocumentedAnswer, Operation } from "../operation.ts";

/**
 * Documents what the handler accepts. The schema that validates requests is more permissive,
 * because its errors could repeat a name or a value of the context.
 */
const NativeRequest = Type.Object(
  {
    ...ProxyRequest.properties,
    context: Type.Record(
      Type.String({ pattern: "^[\\p{L}_][\\p{L}\\p{N}_.-]{0,63}$" }),
      Type.String(),
      {
        minProperties: 1,
        additionalProperties: false,
        description: "Values by variable. Names that begin with __ are dropped.",
      },
    ),
    ground_truth: Type.Optional(Type.Record(Type.String(), PiiAnnotations)),
    offset_unit: Type.Optional(
      Type.Union([Type.Literal("utf16"), Type.Literal("codepoint")], {
        description:
          "What the offsets of ground_truth count: UTF-16 code units (default), or code points as Python's len does",
      }),
    ),
  },
  { additionalProperties: false },
);

const idempotencyKey = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      pattern: "^[\\x21-\\x7e]{1,255}$",
      description: "The same key and body within 24 h are the same job",
    }),
  ),
});

const final: DocumentedAnswer = { description: "The job has ended", schema: ProxyResponse };
const processing: DocumentedAnswer = {
  description: "The job goes on",
  schema: ProcessingResponse,
  headers: { Location: "Where the answer will be" },
};

export const INFERENCE_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/v1/proxy/messages",
    id: "proxyMessages",
    permission: "call",
    tag: "Inference",
    summary:
      "The native call: sanitises the context, runs the template, restores the values in the answer",
    description:
      "The per-minute limit and the quota are the tier's. The template must be free of personal data; a value that it " +
      "does not name is sanitised and not sent.",
    access: "key or session",
    admits: ["replaced keys"],
    limit: "inference",
    headers: idempotencyKey,
    body: {
      schema: NativeRequest,
      size: "large",
      raw: true,
      example: {
        prompt_template: "Summarize: {letter}",
        context: { letter: "Dear Ms Weber, my IBAN is DE89 3704 0044 0532 0130 00. Anna Schmidt" },
      },
    },
    answers: { 200: final, 202: processing },
    errors: [
      "empty_context",
      "prompt_template_pii_detected",
      // The job was deleted while the call waited for it.
      "job_not_found",
      "quota_exceeded",
      "sanitizer_unavailable",
      "token_service_unavailable",
      "server_busy",
    ],
  },
  {
    method: "get",
    path: "/api/v1/proxy/jobs/{job_id}",
    id: "readJob",
    tag: "Inference",
    summary: "The answer of a job, for 24 hours",
    access: "key or session",
    admits: ["replaced keys"],
    query: JobQuery,
    answers: { 200: final, 202: processing },
    errors: ["invalid_field", "job_not_found"],
  },
  {
    method: "delete",
    path: "/api/v1/proxy/jobs/{job_id}",
    id: "deleteJob",
    permission: "call",
    tag: "Inference",
    summary: "Destroys all that is kept of a job",
    access: "key or session",
    admits: ["replaced keys"],
    answers: { 204: { description: "Nothing is kept any more" } },
    errors: ["job_not_found"],
  },
  {
    method: "get",
    path: "/api/v1/usage",
    id: "readUsage",
    tag: "Account",
    summary: "This month's use, also after the end of a license",
    access: "key or session",
    admits: ["developer keys", "replaced keys", "expired licenses"],
    answers: { 200: { description: "The use", schema: UsageResponse } },
    errors: [],
  },
  {
    method: "get",
    path: "/api/v1/usage/history",
    id: "readUsageHistory",
    tag: "Account",
    summary: "Calls, tokens and refusals by day or month, key, model and route: counts only",
    description:
      "Counts are kept for 24 months. A gateway that is killed loses those of its last seconds; the month's use, which the quota is about, is exact.",
    access: "key or session",
    query: UsageHistoryQuery,
    answers: { 200: { description: "The counts", schema: UsageHistoryResponse } },
    errors: ["invalid_field"],
  },
];

import { Type } from "typebox";
import { HealthResponse, InvariantResponse, ReadyResponse } from "../../public/operator.ts";
import { RegisterRequest, RegisterResponse } from "../../public/registration.ts";
import { ScanRequest, ScanResponse } from "../../public/scan.ts";
import { VeilKeysManifest } from "../../signer.ts";
import type { Operation } from "../operation.ts";

const idempotencyKey = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9_-]{22,255}$",
      description: "Random; a repetition within 24 h returns the key again",
    }),
  ),
});

/** Operations that require no key. */
export const OPEN_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/v1/register",
    id: "register",
    tag: "Registration and sessions",
    summary: "Issues a free key",
    description:
      "A second registration of the same email changes nothing, and returns the key again only with a proof: " +
      "the key itself, the same Idempotency-Key or provider key, or the same body from the same address within minutes. " +
      "Without one the answer says nothing of the account: a masked key that is the same for all, and the tier `free`, with which all start.",
    access: "none",
    limit: "registration attempts",
    headers: idempotencyKey,
    body: { schema: RegisterRequest, raw: true, example: { email: "you@example.org" } },
    answers: {
      201: { description: "A new key, shown once", schema: RegisterResponse },
      200: { description: "The email is registered already", schema: RegisterResponse },
    },
    errors: ["server_busy", "inference_service_unavailable"],
  },
  {
    method: "post",
    path: "/api/v1/scan",
    id: "scan",
    tag: "Inference",
    summary: "Redacts a text of up to 4096 bytes; nothing is kept",
    access: "none",
    limit: "scan",
    body: {
      schema: ScanRequest,
      strictType: true,
      example: { text: "Dear Ms Weber, my IBAN is DE89 3704 0044 0532 0130 00. Anna Schmidt" },
    },
    answers: { 200: { description: "The text with placeholders", schema: ScanResponse } },
    errors: ["server_busy", "sanitizer_unavailable"],
  },
  {
    method: "get",
    path: "/.well-known/veil-keys.json",
    id: "readVeilKeys",
    tag: "Verification",
    summary: "The key manifest, for offline verification",
    access: "none",
    limit: "open reads",
    answers: { 200: { description: "The manifest", schema: VeilKeysManifest } },
    errors: ["veil_unavailable"],
  },
  {
    method: "get",
    path: "/health",
    id: "readHealth",
    tag: "Operation",
    summary: "Whether the process runs",
    access: "none",
    answers: { 200: { description: "It runs", schema: HealthResponse } },
    errors: [],
  },
  {
    method: "get",
    path: "/ready",
    id: "readReadiness",
    tag: "Operation",
    summary: "Whether requests can be served",
    access: "none",
    answers: {
      200: { description: "They can", schema: ReadyResponse },
      503: { description: "A check fails", schema: ReadyResponse },
    },
    errors: [],
  },
  {
    method: "get",
    path: "/invariant",
    id: "readInvariant",
    tag: "Operation",
    summary: "Whether the sandboxes are separated, as probed",
    access: "none",
    limit: "open reads",
    answers: { 200: { description: "The newest finding", schema: InvariantResponse } },
    errors: [],
  },
];

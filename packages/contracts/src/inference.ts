import { type Static, Type } from "typebox";
import { sealedMessage } from "./messages.ts";

/** The operator's own provider key, or a customer's key in a box that only the worker can open. */
export const ProviderCredential = Type.Union([
  Type.Object({ kind: Type.Literal("managed") }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal("box"),
      /** Names the stored record; bound into the box. */
      record_id: Type.String(),
      /** Name of the entry of the provider table; bound into the box. */
      provider: Type.String(),
      sealing_key_id: Type.String(),
      /** base64 of the HPKE box. */
      box: Type.String(),
    },
    { additionalProperties: false },
  ),
]);
export type ProviderCredential = Static<typeof ProviderCredential>;

/** HPKE bindings of a stored provider key. Gateway seals, worker opens: one recipe for both. */
export function providerKeyBindings(recordId: string, provider: string) {
  return {
    info: Buffer.from("veil/provider-key/v1"),
    aad: Buffer.from(JSON.stringify([recordId, provider])),
  };
}

/** What crosses into Sandbox B: a token and sanitised text, and nobody's name. */
export const InferenceJob = Type.Object(
  {
    job_request_id: Type.String(),
    token: Type.String(),
    prompt_template: Type.String(),
    /** Only the values that the template uses. */
    context: Type.Array(
      Type.Object({ name: Type.String(), text: Type.String() }, { additionalProperties: false }),
    ),
    /** Absent: the worker's default model. */
    model: Type.Optional(Type.String()),
    max_tokens: Type.Integer({ minimum: 1 }),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    credential: ProviderCredential,
    /** Sent to the provider in place of a user id: fresh and random for each request. */
    end_user_id: Type.String(),
    /** RFC 3339, whole seconds: not run after it. */
    deadline: Type.String(),
  },
  { additionalProperties: false },
);
export type InferenceJob = Static<typeof InferenceJob>;

/** Why an inference failed, as a fixed phrase code: never the provider's text. */
export const FailureReason = Type.Union([
  Type.Literal("provider_refused"),
  Type.Literal("provider_unavailable"),
  Type.Literal("provider_answer_unreadable"),
  Type.Literal("credential_unusable"),
  Type.Literal("deadline_passed"),
  Type.Literal("attempts_exhausted"),
  Type.Literal("job_unreadable"),
]);
export type FailureReason = Static<typeof FailureReason>;

export const InferenceResult = Type.Union([
  Type.Object(
    {
      outcome: Type.Literal("completed"),
      text: Type.String(),
      model_used: Type.String(),
      stop_reason: Type.String(),
      input_tokens: Type.Integer({ minimum: 0 }),
      output_tokens: Type.Integer({ minimum: 0 }),
      latency_ms: Type.Integer({ minimum: 0 }),
      attempts: Type.Integer({ minimum: 1 }),
      provider: Type.String(),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      outcome: Type.Literal("failed"),
      reason: FailureReason,
      latency_ms: Type.Integer({ minimum: 0 }),
      attempts: Type.Integer({ minimum: 0 }),
      provider: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
]);
export type InferenceResult = Static<typeof InferenceResult>;

/** An `InferenceJob` on its way. */
export const SealedJob = sealedMessage("job", { from: ["edge-gateway"], to: "inference-worker" });

/** An `InferenceResult` on its way. */
export const SealedResult = sealedMessage("result", {
  from: ["inference-worker"],
  to: "edge-gateway",
});

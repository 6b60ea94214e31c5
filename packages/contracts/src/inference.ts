import { type Static, Type } from "typebox";
import { sealedMessage } from "./messages.ts";

/** The operator's provider key, or a customer's key in a box that only the worker can open. */
export const ProviderCredential = Type.Union([
  Type.Object({ kind: Type.Literal("managed") }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal("box"),
      /** Names the stored record; bound into the box. */
      record_id: Type.String(),
      /** Entry of the provider table; bound into the box. */
      provider: Type.String(),
      sealing_key_id: Type.String(),
      box: Type.String(),
    },
    { additionalProperties: false },
  ),
]);
export type ProviderCredential = Static<typeof ProviderCredential>;

/** HPKE bindings of a stored provider key, for gateway (seals) and worker (opens). */
export function providerKeyBindings(recordId: string, provider: string) {
  return {
    info: Buffer.from("veil/provider-key/v1"),
    aad: Buffer.from(JSON.stringify([recordId, provider])),
  };
}

export const TextBlock = Type.Object(
  { type: Type.Literal("text"), text: Type.String() },
  { additionalProperties: false },
);
export type TextBlock = Static<typeof TextBlock>;

export const Message = Type.Object(
  {
    role: Type.Union([Type.Literal("system"), Type.Literal("user"), Type.Literal("assistant")]),
    content: Type.Array(TextBlock, { minItems: 1 }),
  },
  { additionalProperties: false },
);
export type Message = Static<typeof Message>;

const jobFields = {
  job_request_id: Type.String(),
  token: Type.String(),
  /** Absent: the worker's default model. */
  model: Type.Optional(Type.String()),
  max_tokens: Type.Integer({ minimum: 1 }),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  credential: ProviderCredential,
  /** Replaces the user id at the provider: random for each request. */
  end_user_id: Type.String(),
  /** RFC 3339, whole seconds; later it is not run. */
  deadline: Type.String(),
};

/** What crosses into Sandbox B: a token and sanitised text, but no identity. The text is a template or messages. */
export const InferenceJob = Type.Union([
  Type.Object(
    {
      ...jobFields,
      prompt_template: Type.String(),
      context: Type.Array(
        Type.Object({ name: Type.String(), text: Type.String() }, { additionalProperties: false }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { ...jobFields, messages: Type.Array(Message, { minItems: 1 }) },
    { additionalProperties: false },
  ),
]);
export type InferenceJob = Static<typeof InferenceJob>;

/** Why an inference failed: a fixed code, never the provider's text. */
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

const Count = Type.Integer({ minimum: 0 });

const completedFields = {
  outcome: Type.Literal("completed"),
  model_used: Type.String(),
  input_tokens: Count,
  output_tokens: Count,
  latency_ms: Count,
  attempts: Type.Integer({ minimum: 1 }),
  provider: Type.String(),
};

export const FailedInference = Type.Object(
  {
    outcome: Type.Literal("failed"),
    reason: FailureReason,
    latency_ms: Count,
    attempts: Count,
    provider: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

export const Choice = Type.Object(
  { blocks: Type.Array(TextBlock), stop_reason: Type.String() },
  { additionalProperties: false },
);
export type Choice = Static<typeof Choice>;

export const InferenceResult = Type.Union([
  Type.Object(
    { ...completedFields, choices: Type.Array(Choice, { minItems: 1 }) },
    { additionalProperties: false },
  ),
  FailedInference,
]);
export type InferenceResult = Static<typeof InferenceResult>;

export const CompletedEnd = Type.Object(
  { ...completedFields, stop_reason: Type.String() },
  { additionalProperties: false },
);

export const InferenceEnd = Type.Union([CompletedEnd, FailedInference]);
export type InferenceEnd = Static<typeof InferenceEnd>;

/** A streamed answer: `start`, consecutive blocks, `end`. A stream without `end` was cut off. */
export const InferenceEvent = Type.Union([
  Type.Object(
    { type: Type.Literal("start"), model_used: Type.String(), input_tokens: Count },
    { additionalProperties: false },
  ),
  Type.Object({ type: Type.Literal("block_start"), index: Count }, { additionalProperties: false }),
  Type.Object(
    { type: Type.Literal("text"), index: Count, text: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object({ type: Type.Literal("block_stop"), index: Count }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal("ping") }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal("end"), result: InferenceEnd }, { additionalProperties: false }),
]);
export type InferenceEvent = Static<typeof InferenceEvent>;

/** Body of the worker's `POST /inferences`: a synchronous call. */
export const DirectInference = Type.Object(
  { job: InferenceJob, stream: Type.Boolean() },
  { additionalProperties: false },
);
export type DirectInference = Static<typeof DirectInference>;

export const SealedJob = sealedMessage("job", { from: ["edge-gateway"], to: "inference-worker" });

export const SealedResult = sealedMessage("result", {
  from: ["inference-worker"],
  to: "edge-gateway",
});

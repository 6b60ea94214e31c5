import { type Static, Type } from "typebox";
import { OpenedClaim, WorkerClaimRequest } from "./claims.ts";
import { InferenceOptions } from "./inference-options.ts";
import { sealedMessage } from "./messages.ts";
import { ProviderCredential, providerKeyBindings } from "./provider-credential.ts";
import { ProviderModel, ProvidersQuery, ProvidersResult, UsageDetails } from "./provider-facts.ts";
import { RedactedThinkingBlock, ThinkingBlock } from "./thinking.ts";
import { CacheMark, ToolCallBlock, ToolName, ToolResultBlock, ToolUseBlock } from "./tools.ts";

export { Effort, InferenceOptions } from "./inference-options.ts";
export {
  ProviderCredential,
  ProviderModel,
  ProvidersQuery,
  ProvidersResult,
  providerKeyBindings,
  UsageDetails,
};

export const TextBlock = Type.Object(
  { type: Type.Literal("text"), text: Type.String() },
  { additionalProperties: false },
);
export type TextBlock = Static<typeof TextBlock>;

/** A text of the prompt. */
export const PromptText = Type.Object(
  { ...TextBlock.properties, cache_control: Type.Optional(CacheMark) },
  { additionalProperties: false },
);
export type PromptText = Static<typeof PromptText>;

export const MessageBlock = Type.Union([
  PromptText,
  ToolUseBlock,
  ToolResultBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
]);
export type MessageBlock = Static<typeof MessageBlock>;

/** The name of a speaker, which the gateway chose. It tells the speakers of one request apart. */
export const SpeakerName = Type.String({ pattern: "^participant_[1-9][0-9]{0,4}$" });

export const Message = Type.Object(
  {
    role: Type.Union([Type.Literal("system"), Type.Literal("user"), Type.Literal("assistant")]),
    /** Exists only in OpenAI's format. */
    name: Type.Optional(SpeakerName),
    content: Type.Array(MessageBlock, { minItems: 1 }),
  },
  { additionalProperties: false },
);
export type Message = Static<typeof Message>;

/** The wire formats of the providers and of the SDK endpoints. */
export const Dialect = Type.Union([Type.Literal("anthropic"), Type.Literal("openai")]);
export type Dialect = Static<typeof Dialect>;

const jobFields = {
  job_request_id: Type.String(),
  token: Type.String(),
  /** When absent, the worker's default model applies. */
  model: Type.Optional(Type.String()),
  credential: ProviderCredential,
  /** A random id per request, which the provider gets in place of the user id. */
  end_user_id: Type.String(),
  /** RFC 3339, whole seconds. The worker does not run the job after this time. */
  deadline: Type.String(),
  /** Absent when the gateway wants no claim. */
  claim: Type.Optional(WorkerClaimRequest),
};

/**
 * What crosses into Sandbox B: a token and sanitised text, but no identity. The text is a template
 * or messages.
 */
export const InferenceJob = Type.Union([
  Type.Object(
    {
      ...jobFields,
      max_tokens: Type.Integer({ minimum: 1 }),
      temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      prompt_template: Type.String(),
      context: Type.Array(
        Type.Object({ name: Type.String(), text: Type.String() }, { additionalProperties: false }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      ...jobFields,
      /**
       * The worker fails the job if the provider has another dialect, because some parameters might
       * not exist there.
       */
      dialect: Dialect,
      /**
       * When absent, the provider's own limit applies, if its wire format allows omitting the
       * field.
       */
      max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
      temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
      options: InferenceOptions,
      messages: Type.Array(Message, { minItems: 1 }),
    },
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
  /** The credential's provider does not use the job's wire format. */
  Type.Literal("dialect_unsupported"),
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
  usage_details: Type.Optional(UsageDetails),
  latency_ms: Count,
  attempts: Type.Integer({ minimum: 1 }),
  provider: Type.String(),
  claim: Type.Optional(OpenedClaim),
};

export const FailedInference = Type.Object(
  {
    outcome: Type.Literal("failed"),
    reason: FailureReason,
    latency_ms: Count,
    attempts: Count,
    provider: Type.Optional(Type.String()),
    /** The status of the provider's last response, if there was one. */
    provider_status: Type.Optional(Type.Integer({ minimum: 300, maximum: 599 })),
    /** How long the provider asked to wait before a retry. */
    retry_after_ms: Type.Optional(Count),
    /**
     * Present when the provider certainly processed none of the attempts: either nothing was sent,
     * or the provider responded with 429 or 5xx. When absent, it may have processed one.
     */
    unprocessed: Type.Optional(Type.Literal(true)),
    claim: Type.Optional(OpenedClaim),
  },
  { additionalProperties: false },
);

/** The stop sequence that ended the answer, as the provider returned it. It is sanitised text. */
const stopSequence = Type.Optional(Type.String());

const AnswerBlock = Type.Union([TextBlock, ToolCallBlock, ThinkingBlock, RedactedThinkingBlock]);
export type AnswerBlock = Static<typeof AnswerBlock>;

export const Choice = Type.Object(
  { blocks: Type.Array(AnswerBlock), stop_reason: Type.String(), stop_sequence: stopSequence },
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
  { ...completedFields, stop_reason: Type.String(), stop_sequence: stopSequence },
  { additionalProperties: false },
);

export const InferenceEnd = Type.Union([CompletedEnd, FailedInference]);
export type InferenceEnd = Static<typeof InferenceEnd>;

/** A thought whose text and signature follow, or one that only the provider can read. */
export const StartedThought = Type.Union([
  Type.Object({ type: Type.Literal("thinking") }, { additionalProperties: false }),
  RedactedThinkingBlock,
]);
export type StartedThought = Static<typeof StartedThought>;

/**
 * An event of a streamed answer. The order is `claim` if the gateway requested one, `start`, the
 * blocks one after another, `end`. A stream without `end` was cut off.
 */
export const InferenceEvent = Type.Union([
  /** The claim about what the worker received. `end` contains the complete claim. */
  Type.Object({ type: Type.Literal("claim"), claim: OpenedClaim }, { additionalProperties: false }),
  Type.Object(
    {
      type: Type.Literal("start"),
      model_used: Type.String(),
      /** The count as reported by the provider so far. */
      input_tokens: Count,
      usage_details: Type.Optional(UsageDetails),
      latency_ms: Count,
      attempts: Type.Integer({ minimum: 1 }),
      provider: Type.String(),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      type: Type.Literal("block_start"),
      index: Count,
      /** The tool's name, if the block is a tool call. */
      tool: Type.Optional(ToolName),
      /** The block's type if it is a thought. */
      thought: Type.Optional(StartedThought),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { type: Type.Literal("text"), index: Count, text: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object(
    { type: Type.Literal("arguments"), index: Count, json: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object(
    { type: Type.Literal("thinking"), index: Count, thinking: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object(
    { type: Type.Literal("signature"), index: Count, signature: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object({ type: Type.Literal("block_stop"), index: Count }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal("ping") }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal("end"), result: InferenceEnd }, { additionalProperties: false }),
]);
export type InferenceEvent = Static<typeof InferenceEvent>;

/** Body of the worker's `POST /inferences`, which runs a job synchronously. */
export const DirectInference = Type.Object(
  { job: InferenceJob, stream: Type.Boolean() },
  { additionalProperties: false },
);
export type DirectInference = Static<typeof DirectInference>;

/** Response to the worker's `POST /token-counts`, whose body is a job. */
export const TokenCountResult = Type.Union([
  Type.Object(
    { outcome: Type.Literal("completed"), input_tokens: Count },
    { additionalProperties: false },
  ),
  FailedInference,
]);
export type TokenCountResult = Static<typeof TokenCountResult>;

/** Body of the worker's `POST /models`. */
export const ModelsQuery = Type.Object(
  { job_request_id: Type.String(), dialect: Dialect, credential: ProviderCredential },
  { additionalProperties: false },
);
export type ModelsQuery = Static<typeof ModelsQuery>;

export const ModelsResult = Type.Union([
  Type.Object(
    { outcome: Type.Literal("completed"), models: Type.Array(ProviderModel) },
    { additionalProperties: false },
  ),
  FailedInference,
]);
export type ModelsResult = Static<typeof ModelsResult>;

export const SealedJob = sealedMessage("job", { from: ["edge-gateway"], to: "inference-worker" });

export const SealedResult = sealedMessage("result", {
  from: ["inference-worker"],
  to: "edge-gateway",
});

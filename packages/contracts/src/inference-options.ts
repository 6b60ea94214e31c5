import { type Static, Type } from "typebox";
import { Beta, Thinking } from "./thinking.ts";
import { CacheMark, OutputSchema, ToolChoice, ToolDefinition } from "./tools.ts";

const Level = (...levels: string[]) => Type.Unsafe<string>(Type.String({ enum: levels }));
export const Effort = Level("low", "medium", "high", "xhigh", "max");

/**
 * The parameters of the SDK endpoints; each wire format has only some of them. Only `stop`, `tools`
 * and `output_schema` hold text: the gateway sanitises `stop` and scans the others.
 */
export const InferenceOptions = Type.Object(
  {
    top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    top_k: Type.Optional(Type.Integer({ minimum: 0 })),
    stop: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 128 })),
    presence_penalty: Type.Optional(Type.Number({ minimum: -2, maximum: 2 })),
    frequency_penalty: Type.Optional(Type.Number({ minimum: -2, maximum: 2 })),
    /** Limited because JSON parsers round larger numbers. */
    seed: Type.Optional(
      Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    ),
    response_format: Type.Optional(Type.Literal("json_object")),
    output_schema: Type.Optional(OutputSchema),
    thinking: Type.Optional(Thinking),
    /** Only for Anthropic's format. */
    betas: Type.Optional(Type.Array(Beta, { minItems: 1, uniqueItems: true })),
    effort: Type.Optional(Effort),
    reasoning_effort: Type.Optional(Level("none", "minimal", "low", "medium", "high", "xhigh")),
    verbosity: Type.Optional(Level("low", "medium", "high")),
    /**
     * The name under which the caller sent the job's `max_tokens`. Absent for the name
     * `max_tokens`.
     */
    limit_name: Type.Optional(Type.Literal("max_completion_tokens")),
    tools: Type.Optional(Type.Array(ToolDefinition, { minItems: 1 })),
    tool_choice: Type.Optional(ToolChoice),
    /** Caches the prompt up to its last block. */
    cache_control: Type.Optional(CacheMark),
    /** When absent, the provider's default applies. */
    parallel_tool_calls: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type InferenceOptions = Static<typeof InferenceOptions>;

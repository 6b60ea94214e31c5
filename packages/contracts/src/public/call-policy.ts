import { type Static, Type } from "typebox";
import { sdkModel } from "./sdk.ts";

const closed = { additionalProperties: false };

/** The names of the tools that `POST /api/v1/mcp/messages` offers. */
export const MCP_TOOLS = [
  "private_inference",
  "scan_text",
  "get_usage",
  "get_certificate",
  "verify_certificate",
] as const;
export type McpTool = (typeof MCP_TOOLS)[number];

/** How the gateway combines the policy's text with the client's system prompt. */
const SYSTEM_PROMPT_MODES = ["prepend", "append", "replace", "forbid_client_system"] as const;
export type SystemPromptMode = (typeof SYSTEM_PROMPT_MODES)[number];

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.String({ enum: [...values] }));

const SystemPromptPolicy = Type.Object(
  {
    mode: oneOf(SYSTEM_PROMPT_MODES),
    /**
     * Required for every mode except `forbid_client_system`. The text must contain no NUL and no
     * lone surrogate, because PostgreSQL's JSON allows neither.
     */
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 16_384,
        pattern: "^[^\\u0000\\ud800-\\udfff]*$",
        description: "1 to 16384 characters of well-formed text without NUL",
      }),
    ),
  },
  closed,
);

const relinkTools = Type.Array(
  Type.String({
    pattern: "^[A-Za-z0-9_-]{1,128}$",
    description: "1 to 128 letters, digits and _ -",
  }),
  { maxItems: 128, uniqueItems: true },
);

const McpPolicy = Type.Object(
  {
    system_prompt: Type.Optional(SystemPromptPolicy),
    /** When absent, the gateway's own list applies. */
    allowed_models: Type.Optional(
      Type.Array(sdkModel, { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
    /** When absent, the policy allows all tools. */
    allowed_tools: Type.Optional(
      Type.Array(oneOf(MCP_TOOLS), { maxItems: MCP_TOOLS.length, uniqueItems: true }),
    ),
  },
  closed,
);

/**
 * What goes beyond the contract of the SDK endpoints. Each extension needs a setting of the
 * deployment too.
 */
export const EXTENSIONS = ["chat_streaming", "responses", "cache_control", "thinking"] as const;
export type Extension = (typeof EXTENSIONS)[number];

const extensions = Type.Array(oneOf(EXTENSIONS), {
  maxItems: EXTENSIONS.length,
  uniqueItems: true,
});

/**
 * How the gateway handles calls with a key. Only administrators can set it, and no request can
 * override it.
 */
export const CallPolicy = Type.Object(
  {
    /**
     * Whether the gateway restores values in the answers to SDK and MCP calls, unless the request
     * opts out. Only for the tiers pro and enterprise.
     */
    relink: Type.Optional(Type.Boolean()),
    tools: Type.Optional(
      Type.Object(
        {
          allowed: Type.Optional(Type.Boolean()),
          /** The tools in whose arguments the gateway restores values. */
          relink_tools: Type.Optional(relinkTools),
        },
        closed,
      ),
    ),
    extensions: Type.Optional(extensions),
    mcp: Type.Optional(McpPolicy),
  },
  closed,
);
export type CallPolicy = Static<typeof CallPolicy>;

/** The policy with defaults filled in. */
export const CallPolicyResponse = Type.Object(
  {
    relink: Type.Boolean(),
    tools: Type.Object({ allowed: Type.Boolean(), relink_tools: relinkTools }, closed),
    extensions,
    mcp: McpPolicy,
  },
  closed,
);
export type CallPolicyResponse = Static<typeof CallPolicyResponse>;

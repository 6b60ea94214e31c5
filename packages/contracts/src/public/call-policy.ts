import { type Static, Type } from "typebox";
import { sdkModel } from "./sdk.ts";

const closed = { additionalProperties: false };

/** The tools of `POST /api/v1/mcp/messages`, by the names under which clients call them. */
export const MCP_TOOLS = [
  "private_inference",
  "scan_text",
  "get_usage",
  "get_certificate",
  "verify_certificate",
] as const;
export type McpTool = (typeof MCP_TOOLS)[number];

/** What the gateway does with a client's own system prompt when the policy has a text. */
const SYSTEM_PROMPT_MODES = ["prepend", "append", "replace", "forbid_client_system"] as const;
export type SystemPromptMode = (typeof SYSTEM_PROMPT_MODES)[number];

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.String({ enum: [...values] }));

const SystemPromptPolicy = Type.Object(
  {
    mode: oneOf(SYSTEM_PROMPT_MODES),
    /**
     * Every mode except `forbid_client_system` needs a text. PostgreSQL's JSON allows neither NUL
     * nor half a surrogate pair.
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
    /** When absent, the gateway's list applies. */
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
 * How the gateway handles calls with a key. Only the administration sets it, and no request
 * overrides it.
 */
export const CallPolicy = Type.Object(
  {
    /**
     * The gateway restores values in answers of SDK and MCP calls unless the request says no. Only
     * in pro and enterprise.
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
    mcp: Type.Optional(McpPolicy),
  },
  closed,
);
export type CallPolicy = Static<typeof CallPolicy>;

/** The policy with its defaults. */
export const CallPolicyResponse = Type.Object(
  {
    relink: Type.Boolean(),
    tools: Type.Object({ allowed: Type.Boolean(), relink_tools: relinkTools }, closed),
    mcp: McpPolicy,
  },
  closed,
);
export type CallPolicyResponse = Static<typeof CallPolicyResponse>;

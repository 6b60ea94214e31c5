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

/** What becomes of a client's own system prompt beside the text of the policy. */
const SYSTEM_PROMPT_MODES = ["prepend", "append", "replace", "forbid_client_system"] as const;
export type SystemPromptMode = (typeof SYSTEM_PROMPT_MODES)[number];

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.String({ enum: [...values] }));

const SystemPromptPolicy = Type.Object(
  {
    mode: oneOf(SYSTEM_PROMPT_MODES),
    /** Every mode but `forbid_client_system` needs one. PostgreSQL's JSON has neither NUL nor half a surrogate pair. */
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
    /** Absent: those that the gateway allows. */
    allowed_models: Type.Optional(
      Type.Array(sdkModel, { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
    /** Absent: all. */
    allowed_tools: Type.Optional(
      Type.Array(oneOf(MCP_TOOLS), { maxItems: MCP_TOOLS.length, uniqueItems: true }),
    ),
  },
  closed,
);

/** How calls with a key are handled. Only the administration sets it, and no request overrides it. */
export const CallPolicy = Type.Object(
  {
    /** Values are restored in answers of SDK and MCP calls unless the request says no. Pro and enterprise alone. */
    relink: Type.Optional(Type.Boolean()),
    tools: Type.Optional(
      Type.Object(
        {
          allowed: Type.Optional(Type.Boolean()),
          /** In whose arguments values are restored. */
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

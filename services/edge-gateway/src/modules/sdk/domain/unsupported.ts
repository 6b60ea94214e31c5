import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import type { Dialect } from "@veil/contracts/inference";
import type { CacheControl } from "./sdk-call.ts";

const TOOL_FIELDS = ["tools", "tool_choice", "parallel_tool_calls"] as const;
/** Fields for the older function calls, and for MCP servers that the provider would call. */
const OTHER_FIELDS = ["functions", "function_call", "mcp_servers"] as const;
type ToolField = (typeof TOOL_FIELDS | typeof OTHER_FIELDS)[number];
const TURN_TOOL_FIELDS = ["tool_calls", "tool_call_id"] as const;
const TOOL_PARTS: ReadonlySet<unknown> = new Set(["tool_use", "tool_result"]);
const THOUGHTS: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);
/** The formats of the SDK endpoints. */
type Format = Dialect | "responses";

/** The types of tools that a group may contain. */
const IN_GROUPS: ReadonlySet<unknown> = new Set(["function", "custom"]);
/** The types of tools that the caller runs. */
const OWN_TOOLS: Readonly<Record<Format, ReadonlySet<unknown>>> = {
  anthropic: new Set(["custom"]),
  openai: new Set(["function"]),
  responses: new Set([...IN_GROUPS, "namespace"]),
};
const TEXTS: Readonly<Record<Format, ReadonlySet<string>>> = {
  anthropic: new Set(["text"]),
  openai: new Set(["text"]),
  responses: new Set(["input_text", "output_text", "refusal"]),
};

type Harmless = Partial<Record<ToolField, (value: unknown) => boolean>>;

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const isAny = () => true;
/**
 * What a request without tools may contain, because it changes nothing. Clients send these values
 * in any case. The schema checks the values that are accepted here.
 */
const HARMLESS: Readonly<Record<Format, Harmless>> = {
  anthropic: { tools: isEmpty, tool_choice: (value) => recordOf(value)["type"] === "none" },
  openai: {
    tools: isEmpty,
    tool_choice: (value) => value === "none",
    parallel_tool_calls: isAny,
    functions: isEmpty,
    function_call: (value) => value === "none",
  },
  responses: {
    tools: isEmpty,
    tool_choice: (value) => value === "none" || value === "auto",
    parallel_tool_calls: isAny,
  },
};

export interface FormatAllowed {
  readonly format: Format;
  /** Whether the caller may use tools. */
  readonly tools: boolean;
  readonly cacheControl: CacheControl;
  readonly thinking: boolean;
}

/**
 * Refuses what the SDK endpoints do not support, with a specific error code. Other unknown fields
 * are refused by the schema. Accepts any JSON value, and repeats no part of it in errors.
 * @throws ApiError `tools_not_supported`, `cache_control_not_supported`,
 * `content_type_not_supported`
 */
export function refuseUnsupported(body: unknown, allowed: FormatAllowed): void {
  const { messages, system, ...rest } = recordOf(body);
  refuseFields(rest, allowed);
  refuseThinking(rest["thinking"], allowed);
  refuseParts(system, "system", { ...allowed, tools: false, thinking: false });
  for (const [index, turn] of listOf(messages).entries())
    refuseTurn(recordOf(turn), `messages[${index}]`, allowed);
}

/**
 * Refuses fields for tools, as far as tools are not allowed, and tools that the caller does not run
 * itself.
 */
export function refuseFields(body: Record<string, unknown>, allowed: FormatAllowed): void {
  const fields = allowed.tools ? OTHER_FIELDS : [...TOOL_FIELDS, ...OTHER_FIELDS];
  for (const field of fields) {
    const value = body[field];
    if (isGiven(value) && HARMLESS[allowed.format][field]?.(value) !== true)
      throw noTools(`Field "${field}"`, allowed);
  }
  refuseCaching(body, "", allowed);
  for (const [index, value] of listOf(body["tools"]).entries()) {
    const tool = recordOf(value);
    refuseCaching(tool, `tools[${index}].`, allowed);
    refuseOtherType(tool["type"], `Field "tools[${index}]"`, allowed);
    for (const [at, member] of listOf(tool["tools"]).entries())
      if (!IN_GROUPS.has(recordOf(member)["type"]))
        throw noTools(`Field "tools[${index}].tools[${at}]"`, allowed);
  }
}

function refuseOtherType(type: unknown, where: string, allowed: FormatAllowed): void {
  if (isGiven(type) && !OWN_TOOLS[allowed.format].has(type)) throw noTools(where, allowed);
}

function refuseTurn(turn: Record<string, unknown>, place: string, allowed: FormatAllowed): void {
  const role = turn["role"];
  if (role === "function" || (role === "tool" && !allowed.tools))
    throw noTools(`The role of "${place}"`, allowed);
  const fields = allowed.tools ? [] : TURN_TOOL_FIELDS;
  for (const field of [...fields, "function_call"])
    if (isGiven(turn[field])) throw noTools(`Field "${place}.${field}"`, allowed);
  for (const [index, call] of listOf(turn["tool_calls"]).entries())
    refuseOtherType(recordOf(call)["type"], `Field "${place}.tool_calls[${index}]"`, allowed);
  refuseCaching(turn, `${place}.`, allowed);
  refuseParts(turn["content"], `${place}.content`, allowed);
}

export function refuseParts(content: unknown, place: string, allowed: FormatAllowed): void {
  for (const [index, value] of listOf(content).entries()) {
    const part = recordOf(value);
    const where = `${place}[${index}]`;
    refuseCaching(part, `${where}.`, allowed);
    const type = part["type"];
    if (typeof type !== "string" || isReadable(type, allowed)) continue;
    if (TOOL_PARTS.has(type) && allowed.tools)
      refuseParts(part["content"], `${where}.content`, {
        ...{ ...allowed, tools: false, thinking: false },
      });
    else if (/tool/.test(type)) throw noTools(`Field "${where}"`, allowed);
    else
      throw refusal(
        "content_type_not_supported",
        `Field "${where}" is not text`,
        "Send text alone",
      );
  }
}

function isReadable(type: string, { format, thinking }: FormatAllowed): boolean {
  return TEXTS[format].has(type) || (thinking && THOUGHTS.has(type));
}

function refuseCaching(
  part: Record<string, unknown>,
  place: string,
  { cacheControl }: FormatAllowed,
): void {
  if (cacheControl !== "reject" || !isGiven(part["cache_control"])) return;
  throw refusal(
    "cache_control_not_supported",
    `Field "${place}cache_control" asks for prompt caching, which is not supported`,
    "Caching needs the setting CACHE_CONTROL of the deployment and the extension cache_control in the call policy of this " +
      "key, which the operator sets. Without them remove cache_control: each request is independent",
  );
}

function refuseThinking(thinking: unknown, allowed: FormatAllowed): void {
  const { type = "disabled" } = recordOf(thinking);
  if (allowed.thinking || type === "disabled") return;
  throw refusal(
    "invalid_field",
    'Field "thinking" is not supported here',
    "Thinking needs the setting THINKING_ENABLED of the deployment and the extension thinking in the call policy of this " +
      'key, which the operator sets. Without them remove the field or send {"type": "disabled"}',
  );
}

export function noTools(where: string, { tools }: FormatAllowed): ApiError {
  return refusal(
    "tools_not_supported",
    `${where} is for ${tools ? "tools of the provider" : "tools"}, which are not supported`,
    tools
      ? "Define tools that your application runs; others, such as web search, are not sanitised. Turn them off in the settings " +
          "of your client"
      : "Tools need the setting TOOLS_ENABLED of the deployment and tools.allowed in the call policy of this key, which " +
          "the operator sets. Without them send a request without tools, tool calls and tool results",
  );
}

function refusal(code: ErrorCode, message: string, hint: string): ApiError {
  return new ApiError(code, message, { hint });
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

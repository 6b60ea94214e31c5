import { conversation, type SdkFormat } from "../../support/clients/sdk-capture.ts";
import { plantAt } from "../../support/json-positions.ts";

/** Returns the members that a body needs besides this position to be valid. */
export function besides(format: SdkFormat, position: string): object {
  const turn = turnWith(position);
  if (turn !== undefined) return conversation(format, [turn]);
  return FIELDS.find(({ members }) => members.test(position))?.fields ?? {};
}

/** Returns what a body with tools, marks and thoughts needs besides this position. */
export function permittedBesides(format: SdkFormat, position: string): object {
  const turn = position === "input[].id" ? CALL : turnWith(position);
  const base = {
    ...(turn === undefined
      ? besides(format, position)
      : conversation(format, [turn, { role: "user", content: "Go on" }])),
    ...ownTool(format, position),
    ...(/^thinking\.(budget_tokens|display)$/.test(position) && {
      thinking: { type: "enabled", budget_tokens: 1_024 },
    }),
  };
  const [, mark = ""] = /^(.*cache_control)\.ttl$/.exec(position) ?? [];
  return mark === "" ? base : plantAt(base, mark, { type: "ephemeral" });
}

function turnWith(position: string): object | undefined {
  return MESSAGES.find(({ members }) => members.test(position))?.turn;
}

/** Returns a tool, and the choice of that tool, for positions that need them. */
function ownTool(format: SdkFormat, position: string): object {
  const { tools, tool_choice } = OWN_TOOL[format];
  const tool = /^tools\[.*\.format\./.test(position) ? CUSTOM_TOOL : tools[0];
  if (position.startsWith("tools[].tools[]"))
    return { tools: [{ type: "namespace", name: "group", tools: [tool] }] };
  if (tool === CUSTOM_TOOL) return { tools: [tool] };
  if (position.startsWith("tool_choice")) return { tools, tool_choice };
  const needsTools = /^(tools\[\]|parallel_tool_calls$|messages\[\]\.tool_call)/.test(position);
  return needsTools ? { tools } : {};
}

const OWN_TOOL = {
  anthropic: {
    tools: [{ name: "find", input_schema: {} }],
    tool_choice: { type: "tool", name: "find" },
  },
  openai: {
    tools: [{ type: "function", function: { name: "find", parameters: {} } }],
    tool_choice: { type: "function", function: { name: "find" } },
  },
  responses: {
    tools: [{ type: "function", name: "find", parameters: {} }],
    tool_choice: { type: "function", name: "find" },
  },
} as const;

const CUSTOM_TOOL = {
  ...{ type: "custom", name: "patch" },
  format: { type: "grammar", syntax: "lark", definition: 'start: "a"' },
};

const part = { type: "text", text: "Hello" };
const inputPart = { type: "input_text", text: "Hello" };
const user = (block: object) => ({ role: "user", content: [block] });
const assistant = (block: object) => ({ role: "assistant", content: [block] });
const result = (content: unknown) =>
  user({ ...{ type: "tool_result", tool_use_id: "a" }, content });
const output = (value: unknown) => ({
  ...{ type: "function_call_output", call_id: "a", output: value },
});

/** Calls have an id of their item as messages do, but need a permission. */
const CALL = { type: "function_call", call_id: "a", name: "find", arguments: "{}" };

/** Turns and items, by the positions of their members. The first that matches counts. */
const MESSAGES = [
  {
    members: /^messages\[\]\.content\[\]\.(id|name|input)\b/,
    turn: assistant({ type: "tool_use", id: "a", name: "find", input: {} }),
  },
  {
    members: /^messages\[\]\.content\[\]\.(tool_use_id|is_error)\b/,
    turn: result("ok"),
  },
  { members: /^messages\[\]\.content\[\]\.content\b/, turn: result([{ ...part, text: "ok" }]) },
  {
    members: /^messages\[\]\.content\[\]\.(thinking|signature)$/,
    turn: assistant({ type: "thinking", thinking: "Hm", signature: "c2ln" }),
  },
  {
    members: /^messages\[\]\.content\[\]\.data$/,
    turn: assistant({ type: "redacted_thinking", data: "c2ln" }),
  },
  { members: /^messages\[\]\.content\[\]/, turn: user(part) },
  {
    members: /^messages\[\]\.tool_call_id$/,
    turn: { role: "tool", tool_call_id: "a", content: "ok" },
  },
  {
    members: /^messages\[\]\.tool_calls/,
    turn: {
      role: "assistant",
      tool_calls: [{ id: "a", type: "function", function: { name: "find", arguments: "{}" } }],
    },
  },
  {
    members: /^input\[\]\.(arguments|call_id|name|namespace)$/,
    turn: CALL,
  },
  {
    members: /^input\[\]\.input$/,
    turn: { type: "custom_tool_call", call_id: "a", name: "patch", input: "a" },
  },
  { members: /^input\[\]\.output\[\]/, turn: output([{ ...inputPart, text: "ok" }]) },
  { members: /^input\[\]\.output$/, turn: output("ok") },
  {
    members: /^input\[\]\.content\[\]\.refusal$/,
    turn: assistant({ type: "refusal", refusal: "No" }),
  },
  { members: /^input\[\]\.content\[\]/, turn: user(inputPart) },
  { members: /^input\[\]/, turn: { role: "user", content: "Hello" } },
];

const format = { type: "json_schema", schema: {} };
const named = { name: "answer", schema: {} };

/** Fields other than turns, by the positions of their members. */
const FIELDS = [
  { members: /^system\[\]/, fields: { system: [part] } },
  { members: /^thinking\./, fields: { thinking: { type: "disabled" } } },
  {
    members: /^response_format\.json_schema/,
    fields: { response_format: { type: "json_schema", json_schema: named } },
  },
  { members: /^response_format\./, fields: { response_format: { type: "text" } } },
  { members: /^output_format\./, fields: { output_format: format } },
  { members: /^output_config\.format\./, fields: { output_config: { format } } },
  { members: /^text\.format\./, fields: { text: { format: { ...format, ...named } } } },
];

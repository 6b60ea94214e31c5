import { SdkChatRequest } from "@veil/contracts/public/sdk/chat";
import { SdkMessagesRequest } from "@veil/contracts/public/sdk/messages";
import { SdkResponsesRequest } from "@veil/contracts/public/sdk/responses";

export const PARAMETER_ENDPOINTS = {
  messages: { path: "/v1/messages", dialect: "anthropic", schema: SdkMessagesRequest },
  chat: { path: "/v1/chat/completions", dialect: "openai", schema: SdkChatRequest },
  responses: { path: "/v1/responses", dialect: "openai", schema: SdkResponsesRequest },
} as const;
export type ParameterEndpoint = keyof typeof PARAMETER_ENDPOINTS;

/**
 * What the provider gets: the value, another value that the gateway chose, or nothing. `returned`
 * is nothing for the provider, and the value in the answer for the caller.
 */
export type ParameterFate = "sent" | "replaced" | "not sent" | "returned";

export interface ParameterRow extends Partial<Record<ParameterEndpoint, ParameterFate>> {
  /** The position in the request. */
  readonly at: string;
  readonly value: unknown;
  /** Set if the gateway accepts only this value, and others like it. */
  readonly only?: true;
  /** Under which name the provider gets the value, if it is another one. */
  readonly as?: string;
  /** Set for a request with tools, for which the key needs a permission. */
  readonly withTools?: true;
}

const everywhere = (fate: ParameterFate) => ({ messages: fate, chat: fate, responses: fate });
const openai = (fate: ParameterFate) => ({ chat: fate, responses: fate });

/** The parameters of requests beside the texts, the model, and the form of the answer. */
export const PARAMETERS: readonly ParameterRow[] = [
  { at: "temperature", value: 0.5, ...everywhere("sent") },
  { at: "top_p", value: 0.5, ...everywhere("sent") },
  { at: "top_k", value: 5, messages: "sent" },
  { at: "max_tokens", value: 50, messages: "sent", chat: "sent" },
  { at: "max_completion_tokens", value: 50, chat: "sent" },
  { at: "max_output_tokens", value: 50, as: "max_completion_tokens", responses: "sent" },
  { at: "n", value: 2, chat: "sent" },
  { at: "seed", value: 7, chat: "sent" },
  { at: "presence_penalty", value: 0.5, chat: "sent" },
  { at: "frequency_penalty", value: 0.5, chat: "sent" },
  { at: "reasoning_effort", value: "low", chat: "sent" },
  { at: "reasoning.effort", value: "low", as: "reasoning_effort", responses: "sent" },
  { at: "verbosity", value: "low", chat: "sent" },
  {
    at: "metadata",
    value: { user_id: "anna_keller" },
    messages: "replaced",
    ...openai("returned"),
  },
  { at: "user", value: "anna_keller", ...openai("replaced") },
  { at: "messages[].name", value: "anna_keller", chat: "replaced" },
  { at: "safety_identifier", value: "anna_keller", ...openai("not sent") },
  { at: "prompt_cache_key", value: "anna_keller", ...openai("not sent") },
  { at: "client_metadata", value: { name: "anna_keller" }, responses: "not sent" },
  { at: "service_tier", value: "auto", only: true, ...everywhere("not sent") },
  { at: "stream_options", value: { include_obfuscation: false }, ...openai("not sent") },
  { at: "logit_bias", value: {}, only: true, chat: "not sent" },
  { at: "logprobs", value: false, only: true, chat: "not sent" },
  { at: "modalities", value: ["text"], only: true, chat: "not sent" },
  { at: "store", value: false, only: true, ...openai("not sent") },
  { at: "background", value: false, only: true, responses: "not sent" },
  { at: "truncation", value: "disabled", only: true, responses: "not sent" },
  { at: "include", value: ["reasoning.encrypted_content"], responses: "not sent" },
  { at: "tools", value: [], only: true, ...everywhere("not sent") },
  { at: "tool_choice", value: "none", only: true, ...openai("not sent") },
  { at: "tool_choice", value: "auto", only: true, responses: "not sent" },
  { at: "tool_choice", value: { type: "none" }, only: true, messages: "not sent" },
  { at: "parallel_tool_calls", value: true, ...openai("not sent") },
  { at: "parallel_tool_calls", value: false, withTools: true, ...openai("sent") },
  { at: "functions", value: [], only: true, chat: "not sent" },
  { at: "function_call", value: "none", only: true, chat: "not sent" },
];

/** Members that other tables and sections of docs/sdk.md describe. */
export const NO_PARAMETERS: ReadonlySet<string> = new Set([
  ...["model", "messages", "system", "input", "instructions", "stop", "stop_sequences", "stream"],
  ...["response_format", "text", "output_config", "output_format", "thinking", "cache_control"],
]);

/** Returns the table of docs/sdk.md about parameters. */
export function parametersDocument(): string {
  const endpoints = Object.values(PARAMETER_ENDPOINTS);
  return [
    `| parameter | ${endpoints.map(({ path }) => `\`${path}\``).join(" | ")} |`,
    "|---|---|---|---|",
    ...PARAMETERS.map((row) => `| ${labelOf(row)} | ${cellsOf(row).join(" | ")} |`),
  ].join("\n");
}

export function labelOf({ at, value, only, withTools }: ParameterRow): string {
  const isAboutTools = at === "tool_choice" || at === "parallel_tool_calls";
  const about = isAboutTools ? `, ${withTools ? "with" : "without"} tools` : "";
  return `\`${only ? `${at}: ${JSON.stringify(value)}` : at}\`${about}`;
}

function cellsOf(row: ParameterRow): readonly string[] {
  return (["messages", "chat", "responses"] as const).map((endpoint) => {
    const fate = row[endpoint];
    if (fate === undefined) return "–";
    if (fate === "returned") return "not sent; the answer repeats it";
    return row.as === undefined ? fate : `${fate} as \`${row.as}\``;
  });
}

import { describe, expect, test } from "@jest/globals";
import { SdkChatRequest } from "@veil/contracts/public/sdk/chat";
import { SdkMessagesRequest } from "@veil/contracts/public/sdk/messages";
import {
  answerTextOf,
  type Capture,
  type CapturedCall,
  captureCalls,
  leaksIn,
  sdkRequest,
} from "../../support/clients/sdk-capture.ts";
import { plantAt, positionsOf } from "../../support/json-positions.ts";
import type { Dialect } from "../../support/own-providers.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";
import { findIn } from "../../support/search.ts";
import { letterEn, PERSON_EN, valuesOf } from "../../support/texts.ts";

const SCHEMAS = { anthropic: SdkMessagesRequest, openai: SdkChatRequest } as const;

const refused = "invalid_field";
const message = {
  "messages[].content": "sanitised",
  "messages[].content[].citations": refused,
  "messages[].content[].text": "sanitised",
  "messages[].content[].type": "content_type_not_supported",
  "messages[].role": refused,
  max_tokens: refused,
  model: refused,
  stream: refused,
  temperature: refused,
  top_p: refused,
} as const;

/**
 * The outcome for a person's letter at each position in the schema of the body: `sanitised` if it
 * is sent with placeholders, `withheld` if it is not sent, otherwise the error code of the refusal.
 */
const FATES: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  anthropic: {
    ...message,
    "metadata.user_id": "withheld",
    "output_config.effort": refused,
    "output_config.format": refused,
    "output_config.format.schema.*": refused,
    "output_config.format.schema.*?": refused,
    "output_config.format.type": refused,
    "stop_sequences[]": "sanitised",
    system: "system_prompt_pii_detected",
    "system[].citations": refused,
    "system[].text": "system_prompt_pii_detected",
    "system[].type": "content_type_not_supported",
    "thinking.type": refused,
    top_k: refused,
  },
  openai: {
    ...message,
    frequency_penalty: refused,
    logprobs: refused,
    max_completion_tokens: refused,
    "messages[].annotations[]": refused,
    "metadata.*": "withheld",
    "metadata.*?": "withheld",
    "modalities[]": refused,
    n: refused,
    presence_penalty: refused,
    reasoning_effort: refused,
    "response_format.json_schema.description": refused,
    "response_format.json_schema.name": refused,
    "response_format.json_schema.schema.*": refused,
    "response_format.json_schema.schema.*?": refused,
    "response_format.json_schema.strict": refused,
    "response_format.type": refused,
    seed: refused,
    "stream_options.include_obfuscation": refused,
    "stream_options.include_usage": refused,
    stop: "sanitised",
    "stop[]": "sanitised",
    store: refused,
    user: "withheld",
    verbosity: refused,
  },
};

/** Matches positions of tools, which are refused with any content because tools are not enabled. */
const OF_TOOLS =
  /^(tools|tool_choice|parallel_tool_calls)\b|\.tool_call|content\[\]\.(id|name|input|content|is_error|tool_use_id)\b/;

function fateOf(dialect: Dialect, position: string): string | undefined {
  if (OF_TOOLS.test(position)) return "tools_not_supported";
  if (position.endsWith(".cache_control")) return "cache_control_not_supported";
  return FATES[dialect][position];
}

const PLANTED = letterEn();
const VALUES = valuesOf(PERSON_EN);
const SDK_HEADERS = [
  ...["anthropic-version", "anthropic-beta", "openai-organization", "openai-project"],
  ...["user-agent", "x-stainless-lang", "x-stainless-helper", "x-request-id", "cookie", "referer"],
  ...["idempotency-key", "traceparent", "tracestate", "baggage", "accept-language", "accept"],
  ...["forwarded", "x-forwarded-for", "from", "x-client-request-id", "x-veil-tag"],
] as const;

/**
 * Plants personal data at every position of a request, and captures everything that the provider
 * receives.
 */
export function describeSdkPositions(calls: ProviderScenario): void {
  const capture = captureCalls(calls);
  describe("Personal data in a request", () => {
    places(calls.dialect, capture);
    spellings(calls.dialect, capture);
  });
  describe("In the system prompt", () => systemPrompt(calls.dialect, capture));
}

function places(dialect: Dialect, capture: Capture): void {
  const positions = positionsOf(SCHEMAS[dialect]);
  const fates = positions.map((position) => [position, fateOf(dialect, position)] as const);

  test("The list of outcomes has each position of the format, and no other position", () => {
    expect(fates.filter(([, fate]) => fate === undefined)).toEqual([]);
    expect(Object.keys(FATES[dialect]).filter((place) => !positions.includes(place))).toEqual([]);
  });

  test.each(fates)(
    "Personal data at the position %s has the outcome %s",
    async (position, fate = "a case") => {
      const base = sdkRequest(dialect, besides(position));
      const captured = await capture(plantAt(base, position, PLANTED));
      expect(leaksIn(captured.received, VALUES)).toEqual([]);
      if (fate !== "sanitised" && fate !== "withheld") return expectRefusal(captured, fate);
      const { reply, received } = captured;
      expect([reply.status, received.length]).toEqual([200, 1]);
      expect(received[0]?.body.includes("[IBAN_1]")).toBe(fate === "sanitised");
    },
  );

  test.each(containers(dialect))(
    "Personal data in an unknown field of %s is refused",
    async (place) => {
      const base = sdkRequest(dialect, besides(`${place}.`));
      const unknown = place === "" ? "audience" : `${place}.audience`;
      const captured = await capture(plantAt(base, unknown, PLANTED));
      expectRefusal(captured, "invalid_field");
      const named = place.replaceAll("[]", "[0]");
      expect(captured.reply.body["message"]).toMatch(named === "" ? "The body" : `"${named}"`);
    },
  );

  test.each(rolesOf(dialect))(
    "Personal data in a turn of the role %s is sent as placeholders",
    async (role) => {
      const said = [
        { role, content: PLANTED },
        { role: "user", content: "Go on" },
      ];
      const { reply, received } = await capture(sdkRequest(dialect, { messages: said }));
      expect(reply.status).toBe(200);
      expect(received[0]?.body).toContain("[IBAN_1]");
      expect(leaksIn(received, VALUES)).toEqual([]);
    },
  );
}

function spellings(dialect: Dialect, capture: Capture): void {
  const plain = JSON.stringify(sdkRequest(dialect, { messages: [{ role: "user", content: "#" }] }));
  const escaped = [...PLANTED].map(
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const said = (content: string) => `"messages":[{"role":"user","content":"${content}"}]`;

  test.each([
    ["escaped in JSON", plain.replace("#", escaped.join(""))],
    ["in the first of two members with the same name", plain.replace("{", `{${said(PLANTED)},`)],
    ["in the last of two members with the same name", plain.replace(/}$/, `,${said(PLANTED)}}`)],
    ["under the name __proto__", plain.replace("{", `{"__proto__":{${said(PLANTED)}},`)],
    ["as the name of a member", plain.replace("{", `{"${PLANTED}":1,`)],
    ["after the body", `${plain}\n{${said(PLANTED)}}`],
  ])("Personal data does not reach the provider %s", async (_how, body) => {
    const { reply, received } = await capture(body);
    expect([200, 400]).toContain(reply.status);
    expect(leaksIn(received, VALUES)).toEqual([]);
  });

  test.each(SDK_HEADERS)(
    "Personal data does not reach the provider in the header %s",
    async (name) => {
      const { received } = await capture(sdkRequest(dialect), { [name]: PLANTED });
      expect(leaksIn(received, VALUES)).toEqual([]);
    },
  );

  test("Personal data does not reach the provider in the query", async () => {
    const query = `?beta=true&note=${encodeURIComponent(PLANTED)}`;
    const { reply, received } = await capture(sdkRequest(dialect), {}, { query });
    expect([reply.status, received.length]).toEqual([200, 1]);
    expect(leaksIn(received, VALUES)).toEqual([]);
    expect(received[0]?.path).not.toContain("?");
  });
}

function systemPrompt(dialect: Dialect, capture: Capture): void {
  const name = PERSON_EN.name;
  const conversation = (system: string, user = "For whom do you work?") =>
    dialect === "anthropic"
      ? sdkRequest(dialect, { system, messages: [{ role: "user", content: user }] })
      : sdkRequest(dialect, {
          messages: [
            { role: "system", content: system },
            { role: "user", content: user },
          ],
        });
  const relinked = { "x-veil-relink": "true" };

  test("A name in the system prompt is replaced by a placeholder, and not restored in the response", async () => {
    const { reply, received } = await capture(conversation(`You work for ${name}.`), relinked);
    expect(leaksIn(received, [name])).toEqual([]);
    expect(received[0]?.body).toContain("[PERSON_1]");
    expect(answerTextOf(reply)).toContain("[PERSON_1]");
    expect(answerTextOf(reply)).not.toContain(name);
  });

  test("A name in the system prompt is restored in the response if the user's text contains it too", async () => {
    const body = conversation(`You work for ${name}.`, `I am ${name}.`);
    const { reply, received } = await capture(body, relinked);
    expect(leaksIn(received, [name])).toEqual([]);
    expect(answerTextOf(reply)).toContain(name);
  });

  const { email, phone, iban } = PERSON_EN;
  test.each([email, phone, iban, "4111 1111 1111 1111", "SSN 536-90-4399"])(
    dialect === "anthropic" ? "%s is refused" : "%s is replaced, and not restored",
    async (identifier) => {
      const captured = await capture(conversation(`Contact: ${identifier}.`), relinked);
      const value = identifier.replace("SSN ", "");
      if (dialect === "anthropic") return expectRefusal(captured, "system_prompt_pii_detected");
      expect(leaksIn(captured.received, [value])).toEqual([]);
      expect(captured.received[0]?.body).toMatch(/Contact: [^.]*\[[A-Z_]+_1\]/);
      expect(answerTextOf(captured.reply)).not.toContain(value);
    },
  );
}

function expectRefusal({ reply, received }: CapturedCall, code: string): void {
  expect([reply.status, reply.body["error"]]).toEqual([400, code]);
  expect(received).toEqual([]);
  expect(findIn([{ name: "the refusal", text: reply.text }], VALUES)).toEqual([]);
}

/** Returns the members that a body needs besides this position to be valid. */
function besides(position: string): object {
  const parts = [{ type: "text", text: "Hello" }];
  if (OF_TOOLS.test(position) && position.includes("content[]"))
    return { messages: [{ role: "user", content: [{ type: "tool_use" }] }] };
  if (position.startsWith("system[]")) return { system: parts };
  if (position.startsWith("thinking.")) return { thinking: { type: "disabled" } };
  if (position.startsWith("response_format.json_schema"))
    return {
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: {} } },
    };
  if (position.startsWith("response_format.")) return { response_format: { type: "text" } };
  if (position.startsWith("output_config.format."))
    return { output_config: { format: { type: "json_schema", schema: {} } } };
  return position.includes("content[]") ? { messages: [{ role: "user", content: parts }] } : {};
}

/** Returns the positions of the format's objects: each position without its last member name. */
function containers(dialect: Dialect): readonly string[] {
  const all = Object.keys(FATES[dialect]).map((place) => place.replace(/\.?[^.]*$/, ""));
  return [...new Set(all)].filter((place) => !FREE.has(place));
}

/** Objects in which the client chooses the members' names. */
const FREE: ReadonlySet<string> = new Set([
  ...["metadata", "response_format.json_schema.schema", "output_config.format.schema"],
]);

function rolesOf(dialect: Dialect): readonly string[] {
  return dialect === "anthropic"
    ? ["user", "assistant"]
    : ["user", "assistant", "system", "developer"];
}

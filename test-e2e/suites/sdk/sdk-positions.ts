import { describe, expect, test } from "@jest/globals";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
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
import { type Fate, positionTable, SCHEMAS } from "./positions-table.ts";

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
    permittedPlaces(calls.dialect, captureCalls(calls, EVERYTHING));
    spellings(calls.dialect, capture);
  });
  describe("In the system prompt", () => systemPrompt(calls.dialect, capture));
}

/** The policy of a key that may use everything of these two endpoints. */
const EVERYTHING: CallPolicy = {
  tools: { allowed: true },
  extensions: ["chat_streaming", "cache_control", "thinking"],
};

function places(dialect: Dialect, capture: Capture): void {
  const table = positionTable(dialect);

  test("The table of positions has each position of the format, and no other position", () => {
    expect(table.map(({ position }) => position)).toEqual(positionsOf(SCHEMAS[dialect]).toSorted());
  });

  test.each(table.map(({ position, byDefault }) => [position, byDefault] as const))(
    "Personal data at the position %s has the outcome %s",
    async (position, fate) => {
      const base = sdkRequest(dialect, besides(position));
      expectFate(await capture(plantAt(base, position, PLANTED)), fate);
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

function permittedPlaces(dialect: Dialect, capture: Capture): void {
  const table = positionTable(dialect).map(({ position, byDefault, permitted = byDefault }) => {
    return [position, permitted] as const;
  });

  test.each(table)(
    "Personal data at the position %s has the outcome %s for a key with all permissions",
    async (position, fate) => {
      const members = { ...besides(position), ...permittedBase(dialect, position) };
      const [, mark = ""] = /^(.*cache_control)\.ttl$/.exec(position) ?? [];
      const base = sdkRequest(dialect, members);
      const marked = mark === "" ? base : plantAt(base, mark, { type: "ephemeral" });
      expectFate(await capture(plantAt(marked, position, PLANTED)), fate);
    },
  );
}

function expectFate(captured: CapturedCall, fate: Fate): void {
  const { reply, received } = captured;
  const isSent = fate === "sanitised" || fate === "withheld";
  if (!isSent) {
    expectRefusal(captured, fate);
    return;
  }
  expect([reply.status, received.length]).toEqual([200, 1]);
  const [{ body } = { body: "" }] = received;
  expect(leaksIn(received, VALUES)).toEqual([]);
  expect(body.includes("[IBAN_1]")).toBe(fate === "sanitised");
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
  const block = BLOCKS.find(({ members }) => members.test(position));
  if (block !== undefined) return { messages: [{ role: block.role, content: [block.block] }] };
  if (position.startsWith("system[]")) return { system: parts };
  if (position.startsWith("thinking.")) return { thinking: { type: "disabled" } };
  if (position.startsWith("response_format.json_schema"))
    return {
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: {} } },
    };
  if (position.startsWith("response_format.")) return { response_format: { type: "text" } };
  if (position.startsWith("output_format."))
    return { output_format: { type: "json_schema", schema: {} } };
  if (position.startsWith("output_config.format."))
    return { output_config: { format: { type: "json_schema", schema: {} } } };
  return position.includes("content[]") ? { messages: [{ role: "user", content: parts }] } : {};
}

/** Blocks of messages, by the positions of their members. */
const BLOCKS = [
  {
    ...{ members: /^messages\[\]\.content\[\]\.(id|name|input)\b/, role: "assistant" },
    block: { type: "tool_use", id: "a", name: "find", input: {} },
  },
  {
    ...{ members: /^messages\[\]\.content\[\]\.(tool_use_id|is_error)\b/, role: "user" },
    block: { type: "tool_result", tool_use_id: "a", content: "ok" },
  },
  {
    ...{ members: /^messages\[\]\.content\[\]\.content\b/, role: "user" },
    block: { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "ok" }] },
  },
  {
    ...{ members: /^messages\[\]\.content\[\]\.(thinking|signature)$/, role: "assistant" },
    block: { type: "thinking", thinking: "Hm", signature: "c2ln" },
  },
  {
    ...{ members: /^messages\[\]\.content\[\]\.data$/, role: "assistant" },
    block: { type: "redacted_thinking", data: "c2ln" },
  },
];

/** A tool of each format, and the choice of that tool. */
const OWN_TOOL = {
  anthropic: {
    tools: [{ name: "find", input_schema: {} }],
    tool_choice: { type: "tool", name: "find" },
  },
  openai: {
    tools: [{ type: "function", function: { name: "find", parameters: {} } }],
    tool_choice: { type: "function", function: { name: "find" } },
  },
} as const;

/** Returns what a body with tools, marks and thoughts needs besides this position. */
function permittedBase(dialect: Dialect, position: string): object {
  const { tools, tool_choice } = OWN_TOOL[dialect];
  const block = BLOCKS.find(({ members }) => members.test(position));
  const go = { role: "user", content: "Go on" };
  if (block !== undefined) return { messages: [{ role: block.role, content: [block.block] }, go] };
  if (position.startsWith("tool_choice")) return { tools, tool_choice };
  if (position.startsWith("tools[]") || position === "parallel_tool_calls") return { tools };
  if (position === "messages[].tool_call_id")
    return { tools, messages: [{ role: "tool", tool_call_id: "a", content: "ok" }, go] };
  if (position.startsWith("messages[].tool_calls")) return { tools, messages: [CALLED, go] };
  return position.startsWith("thinking.") && position !== "thinking.type"
    ? { thinking: { type: "enabled", budget_tokens: 1_024 } }
    : {};
}

const CALLED = {
  role: "assistant",
  tool_calls: [{ id: "a", type: "function", function: { name: "find", arguments: "{}" } }],
};

/** Returns the positions of the format's objects: each position without its last member name. */
function containers(dialect: Dialect): readonly string[] {
  const all = positionTable(dialect)
    .filter(({ permitted }) => permitted === undefined)
    .map(({ position }) => position.replace(/\.?[^.]*$/, ""));
  return [...new Set(all)].filter((place) => !FREE.has(place));
}

/** Objects in which the client chooses the members' names. */
const FREE: ReadonlySet<string> = new Set([
  ...["metadata", "response_format.json_schema.schema", "output_config.format.schema"],
  "output_format.schema",
]);

function rolesOf(dialect: Dialect): readonly string[] {
  return dialect === "anthropic"
    ? ["user", "assistant"]
    : ["user", "assistant", "system", "developer"];
}

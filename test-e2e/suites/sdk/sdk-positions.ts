import { describe, expect, test } from "@jest/globals";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { findIn } from "@veil/local-stack/inspection";
import {
  answerTextOf,
  type Capture,
  type CapturedCall,
  captureCalls,
  conversation,
  leaksIn,
  type SdkFormat,
  sdkRequest,
} from "../../support/clients/sdk-capture.ts";
import { plantAt, positionsOf } from "../../support/json-positions.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";
import { letterEn, PERSON_EN, valuesOf } from "../../support/texts.ts";
import { besides, permittedBesides } from "./position-bodies.ts";
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
export function describeSdkPositions(
  calls: ProviderScenario,
  format: SdkFormat = calls.dialect,
): void {
  const policy = format === "responses" ? ONLY_RESPONSES : undefined;
  const capture = captureCalls(calls, { format, policy });
  describe("Personal data in a request", () => {
    places(format, capture);
    permittedPlaces(format, captureCalls(calls, { format, policy: EVERYTHING }));
    if (format === "responses") thoughts(format, capture);
    spellings(format, capture);
  });
  describe("In the system prompt", () => systemPrompt(format, capture));
}

/** The permission without which the endpoint does not exist. */
const ONLY_RESPONSES: CallPolicy = { extensions: ["responses"] };
/** The policy of a key that may use everything of these endpoints. */
const EVERYTHING: CallPolicy = {
  tools: { allowed: true },
  extensions: ["chat_streaming", "cache_control", "thinking", "responses"],
};

function places(format: SdkFormat, capture: Capture): void {
  const table = positionTable(format);

  test("The table of positions has each position of the format, and no other position", () => {
    expect(table.map(({ position }) => position)).toEqual(positionsOf(SCHEMAS[format]).toSorted());
  });

  test.each(table.map(({ position, byDefault }) => [position, byDefault] as const))(
    "Personal data at the position %s has the outcome %s",
    async (position, fate) => {
      const base = sdkRequest(format, besides(format, position));
      expectFate(await capture(plantAt(base, position, PLANTED)), fate);
    },
  );

  test.each(containers(format))(
    "Personal data in an unknown field of %s is refused",
    async (place) => {
      const base = sdkRequest(format, besides(format, `${place}.`));
      const unknown = place === "" ? "audience" : `${place}.audience`;
      const captured = await capture(plantAt(base, unknown, PLANTED));
      expectRefusal(captured, "invalid_field");
      const named = place.replaceAll("[]", "[0]");
      expect(captured.reply.body["message"]).toMatch(named === "" ? "The body" : `"${named}"`);
    },
  );

  test.each(rolesOf(format))(
    "Personal data in a turn of the role %s is sent as placeholders",
    async (role) => {
      const said = [
        { role, content: PLANTED },
        { role: "user", content: "Go on" },
      ];
      const { reply, received } = await capture(sdkRequest(format, conversation(format, said)));
      expect(reply.status).toBe(200);
      expect(received[0]?.body).toContain("[IBAN_1]");
      expect(leaksIn(received, VALUES)).toEqual([]);
    },
  );
}

/** Members of earlier thoughts of the Responses API. The schema leaves them open. */
const THOUGHTS = ["id", "encrypted_content", "summary[].text", "content[].text"];

function thoughts(format: SdkFormat, capture: Capture): void {
  test.each(THOUGHTS)("Personal data in a thought's %s is not sent", async (member) => {
    const thought = plantAt({ type: "reasoning" }, member, PLANTED);
    const said = [thought, { role: "user", content: "Hello" }];
    expectFate(await capture(sdkRequest(format, conversation(format, said))), "withheld");
  });
}

function permittedPlaces(format: SdkFormat, capture: Capture): void {
  const table = positionTable(format).map(({ position, byDefault, permitted = byDefault }) => {
    return [position, permitted] as const;
  });

  test.each(table)(
    "Personal data at the position %s has the outcome %s for a key with all permissions",
    async (position, fate) => {
      const base = sdkRequest(format, permittedBesides(format, position));
      expectFate(await capture(plantAt(base, position, PLANTED)), fate);
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

function spellings(format: SdkFormat, capture: Capture): void {
  const messages = conversation(format, [{ role: "user", content: "#" }]);
  const plain = JSON.stringify(sdkRequest(format, messages));
  const escaped = [...PLANTED].map(
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const said = (content: string) => JSON.stringify(messages).slice(1, -1).replace("#", content);

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
      const { received } = await capture(sdkRequest(format), { [name]: PLANTED });
      expect(leaksIn(received, VALUES)).toEqual([]);
    },
  );

  test("Personal data does not reach the provider in the query", async () => {
    const query = `?beta=true&note=${encodeURIComponent(PLANTED)}`;
    const { reply, received } = await capture(sdkRequest(format), {}, { query });
    expect([reply.status, received.length]).toEqual([200, 1]);
    expect(leaksIn(received, VALUES)).toEqual([]);
    expect(received[0]?.path).not.toContain("?");
  });
}

/** The fields for the system prompt. */
const PROMPT = { anthropic: "system", responses: "instructions" } as const;

function systemPrompt(format: SdkFormat, capture: Capture): void {
  const name = PERSON_EN.name;
  const prompted = (system: string, user = "For whom do you work?") => {
    const turn = { role: "user", content: user };
    return format === "openai"
      ? sdkRequest(format, conversation(format, [{ role: "system", content: system }, turn]))
      : sdkRequest(format, { [PROMPT[format]]: system, ...conversation(format, [turn]) });
  };
  const relinked = { "x-veil-relink": "true" };

  test("A name in the system prompt is replaced by a placeholder, and not restored in the response", async () => {
    const { reply, received } = await capture(prompted(`You work for ${name}.`), relinked);
    expect(leaksIn(received, [name])).toEqual([]);
    expect(received[0]?.body).toContain("[PERSON_1]");
    expect(answerTextOf(reply)).toContain("[PERSON_1]");
    expect(answerTextOf(reply)).not.toContain(name);
  });

  test("A name in the system prompt is restored in the response if the user's text contains it too", async () => {
    const body = prompted(`You work for ${name}.`, `I am ${name}.`);
    const { reply, received } = await capture(body, relinked);
    expect(leaksIn(received, [name])).toEqual([]);
    expect(answerTextOf(reply)).toContain(name);
  });

  const { email, phone, iban } = PERSON_EN;
  test.each([email, phone, iban, "4111 1111 1111 1111", "SSN 536-90-4399"])(
    format === "anthropic" ? "%s is refused" : "%s is replaced, and not restored",
    async (identifier) => {
      const captured = await capture(prompted(`Contact: ${identifier}.`), relinked);
      const value = identifier.replace("SSN ", "");
      if (format === "anthropic") return expectRefusal(captured, "system_prompt_pii_detected");
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

/** Returns the positions of the format's objects: each position without its last member name. */
function containers(format: SdkFormat): readonly string[] {
  const all = positionTable(format)
    .filter(({ permitted }) => permitted === undefined)
    .map(({ position }) => position.replace(/\.?[^.]*$/, ""));
  return [...new Set(all)].filter((place) => !FREE.has(place));
}

/** Objects in which the client chooses the members' names. */
const FREE: ReadonlySet<string> = new Set([
  ...["metadata", "response_format.json_schema.schema", "output_config.format.schema"],
  ...["output_format.schema", "text.format.schema", "client_metadata"],
]);

function rolesOf(format: SdkFormat): readonly string[] {
  return format === "anthropic"
    ? ["user", "assistant"]
    : ["user", "assistant", "system", "developer"];
}

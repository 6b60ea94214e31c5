import { checked } from "@veil/contracts/parsing";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import { SdkMessage } from "@veil/contracts/public/sdk/messages";
import { setCallPolicy } from "./changes.ts";
import { type SdkEndpoint, sdkBody } from "./sdk-client.ts";
import type { TestGateway } from "./test-gateway.ts";

/** The values that are planted in each position. */
export const SECRET = ["Weber", "ann@post.example"] as const;
const VALUE = "Ann Weber, ann@post.example";

const SCHEMA = { type: "object", properties: { to: { type: "string" } } };

const ANTHROPIC_TOOLS = [
  { name: "send_mail", description: "Sends a mail", input_schema: SCHEMA },
  { name: "fetch", input_schema: { type: "object" } },
];
export const OPENAI_TOOLS = [
  {
    type: "function",
    function: { name: "send_mail", description: "Sends a mail", parameters: SCHEMA },
  },
  { type: "function", function: { name: "fetch" } },
];

export const toolsBody = (endpoint: SdkEndpoint, more: object = {}) =>
  sdkBody(endpoint, { tools: endpoint === "chat" ? OPENAI_TOOLS : ANTHROPIC_TOOLS, ...more });

type Order = Parameters<TestGateway["provision"]>[0];

const NAMED: CallPolicy = { tools: { allowed: true, relink_tools: ["send_mail"] } };

/** Creates a key whose policy allows tools and restores values in `send_mail`. */
export async function keyWithTools(
  gateway: TestGateway,
  { policy = NAMED, order = {} }: { policy?: CallPolicy; order?: Order } = {},
): Promise<string> {
  const { apiKey, keyId } = await gateway.provision({
    ...{ tier: "enterprise", managedAi: false },
    ...order,
  });
  await setCallPolicy(gateway.stores.apiKeys, keyId, policy);
  return apiKey;
}

interface Called {
  readonly name: string;
  readonly input: unknown;
}

const parseChat = checked(SdkChatCompletion);
const parseMessage = checked(SdkMessage);

/** Returns the tool calls in a response of either format. */
export function callsIn(body: object): readonly Called[] {
  if (!("choices" in body))
    return parseMessage(body).content.flatMap((part) =>
      part.type === "tool_use" ? [{ name: part.name, input: part.input }] : [],
    );
  const [choice] = parseChat(body).choices;
  return (choice?.message.tool_calls ?? []).map(({ function: called }) => ({
    name: called.name,
    input: JSON.parse(called.arguments),
  }));
}

interface Position {
  readonly name: string;
  readonly endpoint: SdkEndpoint;
  readonly messages: readonly object[];
  /** The messages that the worker receives after the preamble. */
  readonly sent: readonly object[];
}

const CLEAN = "[PERSON_1], [EMAIL_1]";
const text = (content: string) => ({ type: "text", text: content });
const turn = (role: string, ...content: object[]) => ({ role, content });
const HI = { role: "user", content: "Hi" };
const hi = turn("user", text("Hi"));

const use = (input: object) =>
  turn("assistant", { type: "tool_use", id: "x", name: "fetch", input });
const call = (json: string, content: string | null = null) => ({
  ...{ role: "assistant", content },
  tool_calls: [{ id: "x", type: "function", function: { name: "fetch", arguments: json } }],
});
const result = (content: unknown) =>
  turn("user", { type: "tool_result", tool_use_id: "x", content });
const used = (id: string, json: string) =>
  turn("assistant", { type: "tool_use", id, name: "fetch", arguments: json });
const resulted = (id: string, ...content: string[]) =>
  turn("user", { type: "tool_result", tool_use_id: id, content: content.map(text) });

const NESTED = { a: [VALUE, 1], json: JSON.stringify({ b: VALUE }), "Ann Weber": true };
const CLEAN_NESTED = JSON.stringify({
  ...{ a: [CLEAN, 1], json: JSON.stringify({ b: CLEAN }), "[PERSON_1]": true },
});

/**
 * The positions in BerriAI/litellm#41265 (five in OpenAI's format, six in Anthropic's) where
 * gateways were found to send personal data to the provider.
 */
export const TOOL_POSITIONS: readonly Position[] = [
  {
    name: "O1: the user's text",
    endpoint: "chat",
    messages: [{ role: "user", content: VALUE }],
    sent: [turn("user", text(CLEAN))],
  },
  {
    name: "O2: arguments of an earlier call, JSON inside of their strings and their names too",
    endpoint: "chat",
    messages: [
      HI,
      call(JSON.stringify(NESTED)),
      { role: "tool", tool_call_id: "x", content: "ok" },
    ],
    sent: [hi, used("call_1", CLEAN_NESTED), resulted("call_1", "ok")],
  },
  {
    name: "O3: a result, as text and as JSON",
    endpoint: "chat",
    messages: [
      HI,
      call("{}"),
      { role: "tool", tool_call_id: "x", content: `Found ${VALUE}` },
      {
        role: "tool",
        tool_call_id: "x",
        content: [{ type: "text", text: JSON.stringify(NESTED) }],
      },
    ],
    sent: [
      hi,
      used("call_1", "{}"),
      resulted("call_1", `Found ${CLEAN}`),
      resulted("call_1", CLEAN_NESTED),
    ],
  },
  {
    name: "O4: an earlier text of the user",
    endpoint: "chat",
    messages: [{ role: "user", content: VALUE }, { role: "assistant", content: "ok" }, HI],
    sent: [turn("user", text(CLEAN)), turn("assistant", text("ok")), hi],
  },
  {
    name: "O5: the user's text, with a harmless call before it",
    endpoint: "chat",
    messages: [
      HI,
      call('{"q": "weather"}', "I look."),
      { role: "tool", tool_call_id: "x", content: "sun" },
      { role: "user", content: VALUE },
    ],
    sent: [
      hi,
      turn("assistant", text("I look."), {
        ...{ type: "tool_use", id: "call_1", name: "fetch", arguments: '{"q": "weather"}' },
      }),
      resulted("call_1", "sun"),
      turn("user", text(CLEAN)),
    ],
  },
  {
    name: "A1: the user's text",
    endpoint: "messages",
    messages: [{ role: "user", content: VALUE }],
    sent: [turn("user", text(CLEAN))],
  },
  {
    name: "A2: the input of an earlier call, JSON inside of its strings and its names too",
    endpoint: "messages",
    messages: [HI, use(NESTED), result("ok")],
    sent: [hi, used("toolu_1", CLEAN_NESTED), resulted("toolu_1", "ok")],
  },
  {
    name: "A3: a result that is a string",
    endpoint: "messages",
    messages: [HI, use({}), result(JSON.stringify(NESTED))],
    sent: [hi, used("toolu_1", "{}"), resulted("toolu_1", CLEAN_NESTED)],
  },
  {
    name: "A4: a result of several texts",
    endpoint: "messages",
    messages: [HI, use({}), result([text(`Found ${VALUE}`), text(JSON.stringify([VALUE]))])],
    sent: [
      hi,
      used("toolu_1", "{}"),
      resulted("toolu_1", `Found ${CLEAN}`, JSON.stringify([CLEAN])),
    ],
  },
  {
    name: "A5: an earlier text of the user",
    endpoint: "messages",
    messages: [{ role: "user", content: VALUE }, { role: "assistant", content: "ok" }, HI],
    sent: [turn("user", text(CLEAN)), turn("assistant", text("ok")), hi],
  },
  {
    name: "A6: the user's text, with a harmless call before it",
    endpoint: "messages",
    messages: [
      HI,
      use({ q: "weather" }),
      turn("user", { type: "tool_result", tool_use_id: "x", content: "sun" }, text(VALUE)),
    ],
    sent: [
      hi,
      used("toolu_1", '{"q":"weather"}'),
      turn(
        "user",
        { type: "tool_result", tool_use_id: "toolu_1", content: [text("sun")] },
        text(CLEAN),
      ),
    ],
  },
];

import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SdkText } from "@veil/contracts/public/sdk";
import { SdkChatRequest } from "@veil/contracts/public/sdk/chat";
import { SdkMessagesRequest } from "@veil/contracts/public/sdk/messages";
import { describeWithServer } from "@veil/testing";
import { readDeclarations } from "../support/declared-fields.ts";
import { callSdk, type SdkEndpoint, sdkBody } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const require = createRequire(import.meta.url);
const declarationsOf = (module: string) =>
  readDeclarations(require.resolve(module).replace(/\.js$/, ".d.ts"));
const anthropic = declarationsOf("@anthropic-ai/sdk/resources/messages/messages");
const openai = declarationsOf("openai/resources/chat/completions/completions");

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ apiKey: key } = await gateway.provision({ tier: "enterprise", managedAi: false }));
});
afterAll(() => gateway.close());

interface Place {
  /** The name of the interface in the provider's package. */
  readonly declared: string;
  readonly what: string;
  /** The gateway's schema of the same object. */
  readonly ours: { readonly properties: object };
  /** Returns a request body with these fields in that object. */
  readonly body: (fields: object) => object;
}

const user = (part: object) => ({ messages: [{ role: "user", content: [part] }] });
const text = { type: "text", text: "Hello" };
const turnOf = (role: string) => (fields: object) => ({
  messages: [{ role: role.toLowerCase(), content: "Hello", ...fields }],
});

const PLACES = {
  messages: [
    {
      ...{ declared: "MessageCreateParamsBase", what: "the body", ours: SdkMessagesRequest },
      body: (fields) => fields,
    },
    ...["User", "Assistant", "System"].map((role) => ({
      ...{ declared: `${role}MessageParam`, what: `a turn of ${role}` },
      ...{ ours: SdkMessagesRequest.properties.messages.items, body: turnOf(role) },
    })),
    {
      ...{ declared: "TextBlockParam", what: "a text", ours: SdkText },
      body: (fields) => user({ ...text, ...fields }),
    },
    {
      ...{ declared: "TextBlockParam", what: "a text of the system prompt", ours: SdkText },
      body: (fields) => ({ system: [{ ...text, ...fields }] }),
    },
    {
      ...{ declared: "ThinkingConfigEnabled", what: "thinking", ours: { properties: {} } },
      body: (fields) => ({ thinking: { type: "disabled", ...fields } }),
    },
  ],
  chat: [
    {
      ...{ declared: "ChatCompletionCreateParamsBase", what: "the body", ours: SdkChatRequest },
      body: (fields) => fields,
    },
    ...["Developer", "System", "User", "Assistant", "Tool", "Function"].map((role) => ({
      ...{ declared: `ChatCompletion${role}MessageParam`, what: `a turn of ${role}` },
      ...{ ours: SdkChatRequest.properties.messages.items, body: turnOf(role) },
    })),
    {
      ...{ declared: "ChatCompletionContentPartText", what: "a text", ours: SdkText },
      body: (fields) => user({ ...text, ...fields }),
    },
  ],
} as const satisfies Record<SdkEndpoint, readonly Place[]>;

const DECLARATIONS = { messages: anthropic, chat: openai } as const;
/** Matches the names of content parts in the provider's package. */
const PARTS = { messages: /BlockParam$/, chat: /^ChatCompletionContentPart/ } as const;
const VALUES = ["Ann Weber", { of: "Ann Weber" }, ["Ann Weber"], true] as const;

async function expectRefused(endpoint: SdkEndpoint, more: object): Promise<void> {
  const { status, body } = await callSdk(gateway, endpoint, sdkBody(endpoint, more), { key });
  expect([more, status, JSON.stringify(body).includes("Weber")]).toEqual([more, 400, false]);
  expect(gateway.worker.direct).toEqual([]);
}

describeWithServer("postgres", "Fields of the provider's answer", () => {
  describe.each(["messages", "chat"] as const)(
    "Fields that only the provider's API has (%s)",
    (endpoint) => {
      const fields = PLACES[endpoint].flatMap(({ declared, what, ours, body }: Place) =>
        DECLARATIONS[endpoint]
          .fieldsOf(declared)
          .filter((field) => !Object.hasOwn(ours.properties, field) && field !== "type")
          .map((field) => [field, what, body] as const),
      );

      test("the list of fields that only the provider's API has is not empty", () => {
        expect(fields.length).toBeGreaterThan(0);
      });

      test.each(fields)(
        "a request with the field %s of %s is refused before anything is sent",
        async (field, _what, body) => {
          for (const value of VALUES) await expectRefused(endpoint, body({ [field]: value }));
        },
      );

      const types = DECLARATIONS[endpoint].constantsOf(PARTS[endpoint], "type");
      test.each(types.filter((type) => type !== "text"))(
        "a request with a part of type %s is refused before anything is sent",
        async (type) => {
          const part = { type, [type]: "Ann Weber", text: "Ann Weber", data: "Ann Weber" };
          await expectRefused(endpoint, user(part));
          if (endpoint === "messages") await expectRefused(endpoint, { system: [part] });
        },
      );
    },
  );
});

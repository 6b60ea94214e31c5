import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import { SdkMessage } from "@veil/contracts/public/sdk/messages";
import { setCallPolicy } from "../../support/call-policy.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";
import { letterEn, PERSON_EN, valuesOf } from "../../support/texts.ts";

const SCHEMA = { type: "object" };
const TOOLS = {
  anthropic: [{ name: "send", description: "Sends a letter", input_schema: SCHEMA }],
  openai: [
    {
      type: "function",
      function: { name: "send", description: "Sends a letter", parameters: SCHEMA },
    },
  ],
} as const;
const PATHS = { anthropic: "/v1/messages", openai: "/v1/chat/completions" } as const;

const parseMessage = checked(SdkMessage);
const parseCompletion = checked(SdkChatCompletion);

/** Covers tools with all processes, up to the provider's wire format. */
export function describeSdkTools({ scenario, dialect, provider }: ProviderScenario): void {
  test("The provider receives placeholders in a tool's arguments and results, and the named tool gets the values", async () => {
    const { gateway } = scenario();
    const { apiKey } = await scenario().customer({ tier: "pro", managedAi: true });
    await setCallPolicy(scenario(), apiKey, {
      ...{ relink: true, tools: { allowed: true, relink_tools: ["send"] } },
    });
    const ask = async (...messages: object[]) => {
      const body = {
        ...{ model: "sim-tools", tools: TOOLS[dialect], messages },
        ...(dialect === "anthropic" && { max_tokens: 500 }),
      };
      const reply = await gateway.call({ method: "POST", path: PATHS[dialect], apiKey, body });
      if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
      return reply.body;
    };
    const asked = { role: "user", content: `Send this: ${letterEn()}` };
    provider().clear();

    const { turn, result, called } = callIn(await ask(asked));
    await ask(asked, turn, ...result(called));

    for (const value of valuesOf(PERSON_EN)) expect(called).toContain(value);
    const [first, second, ...more] = provider().record();
    expect(more).toEqual([]);
    for (const sent of [first?.body, second?.body])
      for (const value of valuesOf(PERSON_EN)) expect(sent).not.toContain(value);
    expect(second?.body).toMatch(dialect === "anthropic" ? /"tool_result"/ : /"tool_call_id"/);
  });
}

/**
 * Returns the turn that calls the tool, which the next request must repeat, the call's arguments,
 * and a function that returns the turns with the tool's result.
 */
function callIn(body: object) {
  if ("choices" in body) {
    const { message } = parseCompletion(body).choices[0] ?? {};
    const [call] = message?.tool_calls ?? [];
    const result = (content: string) => [{ role: "tool", tool_call_id: call?.id, content }];
    return { turn: message ?? {}, result, called: call?.function.arguments ?? "" };
  }
  const { content } = parseMessage(body);
  const use = content.find((block) => block.type === "tool_use");
  const result = (text: string) => [
    { role: "user", content: [{ type: "tool_result", tool_use_id: use?.id, content: text }] },
  ];
  return { turn: { role: "assistant", content }, result, called: JSON.stringify(use?.input) };
}

import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import { SdkMessage } from "@veil/contracts/public/sdk/messages";
import { callEventsOf } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import type { Reply } from "../../support/clients/gateway.ts";
import { freshProviderKey } from "../../support/own-providers.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";
import { letterEn, PERSON_EN, valuesOf } from "../../support/texts.ts";

const PATHS = { anthropic: "/v1/messages", openai: "/v1/chat/completions" } as const;
const RELINKED = { "x-veil-relink": "true" };

interface SdkScenario extends ProviderScenario {
  /** Whose provider key a call uses: the operator's, or one in the call's header. */
  readonly credential: "operator" | "call";
}

const parseMessage = checked(SdkMessage);
const parseCompletion = checked(SdkChatCompletion);

/**
 * Covers SDK calls with all processes. In both profiles, the gateway sends them to the worker over
 * HTTP.
 */
export function describeSdkCalls({ scenario, dialect, provider, credential }: SdkScenario): void {
  const body = (more: object = {}) => ({
    model: "sim-model",
    messages: [{ role: "user", content: `Answer this letter: ${letterEn()}` }],
    ...(dialect === "anthropic" && { max_tokens: 500 }),
    ...more,
  });
  const call = async (apiKey: string, upstreamKey: string, more: object = {}) => {
    const key = credential === "call" ? { "x-upstream-key": upstreamKey } : {};
    const headers = { ...RELINKED, ...key };
    const path = PATHS[dialect];
    return await scenario().gateway.call({
      method: "POST",
      path,
      apiKey,
      headers,
      body: body(more),
    });
  };

  test("The provider receives only placeholders and its own key for an SDK call, and the customer gets the values back", async () => {
    const { customer, gateway, stack } = scenario();
    const { apiKey, customerId } = await customer({
      tier: "pro",
      managedAi: credential === "operator",
    });
    const upstreamKey = freshProviderKey(dialect);
    provider().clear();

    const { text, compliance } = answerIn(await call(apiKey, upstreamKey));

    for (const value of valuesOf(PERSON_EN)) expect(text).toContain(value);
    expect(compliance).toMatchObject({ relinked: true, sanitizer_layers: ["L1", "L2"] });
    const [request, ...more] = provider().record();
    expect(more).toEqual([]);
    expect(request?.path).toBe(PATHS[dialect]);
    const sent = JSON.stringify(request);
    for (const value of [...valuesOf(PERSON_EN), customerId, apiKey])
      expect(sent).not.toContain(value);
    expect(sent.includes(upstreamKey)).toBe(credential === "call");
    expect((await gateway.usage(apiKey)).used).toBe(1);
    const { request_id } = compliance;
    const types = await until("the audit log has the call's end", async () => {
      const events = await callEventsOf(stack, request_id);
      const logged = events.map(({ event_type }) => event_type);
      return logged.includes("SDK_INFERENCE_COMPLETED") && logged;
    });
    expect(types.toSorted()).toEqual([
      ...["SDK_INFERENCE_COMPLETED", "SDK_INFERENCE_SUBMITTED"],
      ...["SDK_SANITIZER_APPLIED", "SDK_TOKEN_GENERATED"],
    ]);
  });

  if (dialect === "anthropic")
    test("A streamed response has the same text as a complete one", async () => {
      const { apiKey } = await scenario().customer({
        tier: "pro",
        managedAi: credential === "operator",
      });
      const upstreamKey = freshProviderKey(dialect);
      const { text } = answerIn(await call(apiKey, upstreamKey));
      const streamed = await call(apiKey, upstreamKey, { stream: true });
      expect(streamed.headers["content-type"]).toMatch("text/event-stream");
      expect(textIn(streamed.text)).toBe(text);
    });
}

function answerIn({ status, text, body }: Reply) {
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
  if ("choices" in body) {
    const { choices, metadata } = parseCompletion(body);
    return { text: choices[0]?.message.content ?? "", compliance: metadata.svc_compliance };
  }
  const { content, metadata } = parseMessage(body);
  const [block] = content;
  return { text: block?.type === "text" ? block.text : "", compliance: metadata.svc_compliance };
}

function textIn(events: string): string {
  const lines = events.split("\n").filter((line) => line.startsWith("data: "));
  return lines
    .map((line) => JSON.parse(line.slice("data: ".length)) as { delta?: { text?: string } })
    .map(({ delta }) => delta?.text ?? "")
    .join("");
}

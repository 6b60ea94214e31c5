import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { Simulator } from "@veil/upstream-simulator";
import { setCallPolicy } from "../call-policy.ts";
import { type Dialect, freshProviderKey } from "../own-providers.ts";
import type { ProviderScenario } from "../provider-scenario.ts";
import { findIn } from "../search.ts";
import type { Reply } from "./gateway.ts";

export const SDK_PATHS = { anthropic: "/v1/messages", openai: "/v1/chat/completions" } as const;

type Headers = Readonly<Record<string, string>>;
type Received = ReturnType<Simulator["record"]>;

export interface CapturedCall {
  readonly reply: Reply;
  /** Everything that the provider received during the call. */
  readonly received: Received;
}

export type Capture = (
  body: unknown,
  headers?: Headers,
  options?: { readonly query?: string },
) => Promise<CapturedCall>;

export const sdkRequest = (dialect: Dialect, more: object = {}) => ({
  model: "sim-model",
  messages: [{ role: "user", content: "Hello" }],
  ...(dialect === "anthropic" && { max_tokens: 500 }),
  ...more,
});

/**
 * Returns a function that makes a customer's call with a provider key, and captures what the
 * provider received. The customer's key has the policy, if there is one.
 */
export function captureCalls(
  { scenario, dialect, provider }: ProviderScenario,
  policy?: CallPolicy,
): Capture {
  let apiKey: string | undefined;
  const createKey = async () => {
    const created = await scenario().customer({ tier: "enterprise", managedAi: false });
    if (policy !== undefined) await setCallPolicy(scenario(), created.apiKey, policy);
    return created.apiKey;
  };
  return async (body, headers = {}, { query = "" } = {}) => {
    apiKey ??= await createKey();
    provider().clear();
    const reply = await scenario().gateway.call({
      ...{ method: "POST", path: SDK_PATHS[dialect] + query, apiKey, body },
      headers: { "x-upstream-key": freshProviderKey(dialect), ...headers },
    });
    return { reply, received: provider().record() };
  };
}

/**
 * Finds values that the provider received, both in the raw requests and in the decoded strings of
 * their bodies.
 */
export function leaksIn(received: Received, values: readonly string[]): readonly string[] {
  const texts = received.flatMap(({ body }) => stringsIn(JSON.parse(body)));
  return findIn(
    [
      { name: "what the provider got", text: JSON.stringify(received) },
      { name: "its texts", text: texts.join("\n") },
    ],
    values,
  );
}

/** Returns all decoded strings of a document, including the names of its members. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...stringsIn(part)]);
}

/** Returns the text of a response in either format. */
export function answerTextOf({ status, text, body }: Reply): string {
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
  const { content, choices } = body as {
    content?: readonly { readonly text: string }[];
    choices?: readonly { readonly message: { readonly content: string } }[];
  };
  return content?.[0]?.text ?? choices?.[0]?.message.content ?? "";
}

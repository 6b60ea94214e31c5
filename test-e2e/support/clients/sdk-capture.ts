import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { findIn } from "@veil/local-stack/inspection";
import type { Simulator } from "@veil/upstream-simulator";
import { setCallPolicy } from "../call-policy.ts";
import { freshProviderKey } from "../own-providers.ts";
import type { ProviderScenario } from "../provider-scenario.ts";
import type { Reply } from "./gateway.ts";

export const SDK_PATHS = {
  ...{ anthropic: "/v1/messages", openai: "/v1/chat/completions", responses: "/v1/responses" },
} as const;

export const SDK_FORMATS = ["anthropic", "openai", "responses"] as const;
/** The formats of requests. The Responses API is a second format for OpenAI's providers. */
export type SdkFormat = (typeof SDK_FORMATS)[number];

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

export const sdkRequest = (format: SdkFormat, more: object = {}) => ({
  model: "sim-model",
  ...conversation(format, [{ role: "user", content: "Hello" }]),
  ...(format === "anthropic" && { max_tokens: 500 }),
  ...more,
});

/** Returns the member of a request that has the turns of the conversation. */
export function conversation(format: SdkFormat, messages: readonly object[]): object {
  return format === "responses" ? { input: messages } : { messages };
}

interface CaptureOptions {
  readonly format?: SdkFormat;
  readonly policy?: CallPolicy | undefined;
}

/**
 * Returns a function that makes a customer's call with a provider key, and captures what the
 * provider received. The customer's key has the policy, if there is one.
 */
export function captureCalls(
  { scenario, dialect, provider }: ProviderScenario,
  { format = dialect, policy }: CaptureOptions = {},
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
      ...{ method: "POST", path: SDK_PATHS[format] + query, apiKey, body },
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

interface TextContent {
  readonly content: readonly { readonly text: string }[];
}

/** Returns the text of a response in any format. */
export function answerTextOf({ status, text, body }: Reply): string {
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
  const { content, choices, output } = body as Partial<TextContent> & {
    choices?: readonly { readonly message: { readonly content: string } }[];
    output?: readonly TextContent[];
  };
  const [first] = content ?? output?.[0]?.content ?? [];
  return first?.text ?? choices?.[0]?.message.content ?? "";
}

/** What a client may need from the gateway, with the smallest request that uses it. */
export interface Feature {
  readonly name: string;
  readonly path: string;
  /** The fields of the body, except for the model. */
  readonly body: object;
  /** The text that only a complete stream contains. Absent for a request without a stream. */
  readonly streamEnd?: string;
  /** The setting that the operator of the deployment has to change. */
  readonly setting?: string;
  /** The extension that the key's call policy has to contain. */
  readonly extension?: string;
  /** Whether the key's call policy has to allow tools. */
  readonly tools?: true;
}

const HELLO = "Say hello";
const NAME = "get_time";
const PARAMETERS = { type: "object", properties: {} };

const MESSAGES = {
  path: "/v1/messages",
  body: { max_tokens: 16, messages: [{ role: "user", content: HELLO }] },
};
const CHAT = {
  path: "/v1/chat/completions",
  body: { messages: [{ role: "user", content: HELLO }] },
};
const RESPONSES = {
  ...{ path: "/v1/responses", setting: "RESPONSES_ENABLED=true", extension: "responses" },
  body: { input: HELLO, store: false },
};
const TOOLS = { name: "a tool", setting: "TOOLS_ENABLED=true", tools: true } as const;

export const FEATURES = {
  messages: { ...MESSAGES, name: "a call" },
  messagesStream: {
    ...{ ...MESSAGES, name: "a stream", setting: "STREAMING_ENABLED=true" },
    ...{ body: { ...MESSAGES.body, stream: true }, streamEnd: "message_stop" },
  },
  messagesTool: {
    ...{ ...MESSAGES, ...TOOLS },
    body: { ...MESSAGES.body, tools: [{ name: NAME, input_schema: PARAMETERS }] },
  },
  messagesCache: {
    ...{ ...MESSAGES, name: "a cached block" },
    ...{ setting: "CACHE_CONTROL=strip", extension: "cache_control" },
    body: {
      ...MESSAGES.body,
      system: [{ type: "text", text: "Be brief", cache_control: { type: "ephemeral" } }],
    },
  },
  messagesThinking: {
    ...{ ...MESSAGES, name: "thinking" },
    ...{ setting: "THINKING_ENABLED=true", extension: "thinking" },
    body: { ...MESSAGES.body, thinking: { type: "adaptive" } },
  },
  chat: { ...CHAT, name: "a call" },
  chatStream: {
    ...{ ...CHAT, name: "a stream" },
    ...{ setting: "CHAT_STREAMING_ENABLED=true", extension: "chat_streaming" },
    ...{ body: { ...CHAT.body, stream: true }, streamEnd: "[DONE]" },
  },
  chatTool: {
    ...{ ...CHAT, ...TOOLS },
    body: {
      ...CHAT.body,
      tools: [{ type: "function", function: { name: NAME, parameters: PARAMETERS } }],
    },
  },
  responses: { ...RESPONSES, name: "a call" },
  responsesStream: {
    ...{ ...RESPONSES, name: "a stream" },
    ...{ body: { ...RESPONSES.body, stream: true }, streamEnd: "response.completed" },
  },
  responsesTool: {
    ...{ ...RESPONSES, ...TOOLS },
    body: {
      ...RESPONSES.body,
      tools: [{ type: "function", name: NAME, parameters: PARAMETERS, strict: false }],
    },
  },
} as const satisfies Readonly<Record<string, Feature>>;

export interface Needs {
  /** Settings of the deployment, such as `TOOLS_ENABLED=true`. */
  readonly settings: readonly string[];
  readonly callPolicy: object;
}

/** Returns the settings and the call policy without which the gateway refuses the features. */
export function needsOf(features: readonly Feature[]): Needs {
  const extensions = given(features.map(({ extension }) => extension));
  return {
    settings: given(features.map(({ setting }) => setting)),
    callPolicy: {
      ...(features.some(({ tools }) => tools) && { tools: { allowed: true } }),
      ...(extensions.length > 0 && { extensions }),
    },
  };
}

function given(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** The name of the value in the first template that the page offers. */
export const TEXT = "text";

/** The body of a native call. */
export interface NativeBody {
  readonly prompt_template: string;
  readonly context: Readonly<Record<string, string>>;
}

// The grammar of templates: docs/gateway/native-calls.md.
const TOKEN = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_.-]{0,63})\}/gu;

/** Returns the names that a template uses, each once, in their order. */
export function variablesOf(template: string): readonly string[] {
  return [...new Set([...template.matchAll(TOKEN)].flatMap(([, name]) => name ?? []))];
}

export interface ChatMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

const SPEAKERS = { user: "User", assistant: "Assistant" } as const;

/**
 * Returns the call for the next answer of a conversation. Each message is a value of the template,
 * so that one person has the same placeholder in all of them.
 */
export function conversationBody(
  instruction: string,
  messages: readonly ChatMessage[],
): NativeBody {
  const lines = messages.map(({ role }, at) => `${SPEAKERS[role]}: {message_${at + 1}}`);
  return {
    prompt_template: [instruction, ...lines, `${SPEAKERS.assistant}:`].join("\n\n"),
    context: Object.fromEntries(messages.map(({ text }, at) => [`message_${at + 1}`, text])),
  };
}

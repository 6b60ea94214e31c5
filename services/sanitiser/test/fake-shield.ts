import { type JsonServer, serveJson } from "./serve-json.ts";

interface Question {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export function startFakeShield(
  answer: (text: string) => unknown,
  change: object = {},
): Promise<JsonServer> {
  return serveJson((body, path) => {
    if (path !== "/v1/chat/completions") return "{}";
    const { messages } = body as Question;
    const { text } = JSON.parse(messages.at(-1)?.content ?? "") as { readonly text: string };
    const answered = answer(text);
    if (answered === undefined) return undefined;
    const content = typeof answered === "string" ? answered : JSON.stringify(answered);
    const message = { role: "assistant", content };
    return { choices: [{ index: 0, message, finish_reason: "stop", ...change }] };
  });
}

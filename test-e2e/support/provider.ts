import type { RecordedRequest } from "@veil/upstream-simulator";

/** The text that the provider was asked, in either wire format. */
export function promptOf(call: RecordedRequest | undefined): unknown {
  const body = JSON.parse(call?.body ?? "{}") as { messages?: readonly { content: unknown }[] };
  return body.messages?.at(-1)?.content;
}

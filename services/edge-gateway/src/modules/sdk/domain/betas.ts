import type { Beta } from "@veil/contracts/thinking";
import type { SdkCall } from "./sdk-call.ts";

/**
 * The betas that are sent to the provider, each with the parameter that needs it. It is sent only
 * with that parameter. Every other beta is dropped without an error, because clients send their
 * whole list with each request: either the accepted fields need none, as for `effort`,
 * `output_config.format` and a cache of one hour, or the beta belongs to a field that the gateway
 * refuses. Source: Anthropic, "Extended thinking", section "Interleaved thinking".
 */
const SENT: Readonly<Record<Beta, keyof SdkCall["content"]["options"]>> = {
  "interleaved-thinking-2025-05-14": "thinking",
};

/**
 * Adds the betas to a call that its parameters need. No text of the client is sent.
 * @param header - the client's header `anthropic-beta`, with names separated by commas
 */
export function withBetas(call: SdkCall, header = ""): SdkCall {
  const named = new Set(header.split(",").map((name) => name.trim()));
  const { content } = call;
  const betas = (Object.keys(SENT) as Beta[]).filter(
    (beta) => named.has(beta) && content.options[SENT[beta]] !== undefined,
  );
  if (betas.length === 0) return call;
  return { ...call, content: { ...content, options: { ...content.options, betas } } };
}

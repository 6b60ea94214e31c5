import type { Stack } from "@veil/local-stack";
import { type LoadTarget, openTarget } from "../pipeline/load.ts";
import { messagesTo, ownHost } from "../sdk/sdk-targets.ts";
import { BENCH_TEXTS, type TextSize } from "../sdk/texts.ts";

/** The measured kinds of calls: native calls and SDK calls, with short and longer texts. */
export const CALLS = ["native.300b", "native.4kb", "sdk.300b", "sdk.4kb"] as const;
export type CallName = (typeof CALLS)[number];

/** Opens a target of each kind, all of one customer. */
export async function openCalls(stack: Stack): Promise<Readonly<Record<CallName, LoadTarget>>> {
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: true });
  const native = (size: TextSize) =>
    openTarget({
      ...{
        url: stack.gatewayUrl,
        path: "/api/v1/proxy/messages",
        headers: { "x-api-key": apiKey },
      },
      body: { prompt_template: "{letter}", context: { letter: BENCH_TEXTS[size].text } },
    });
  const sdk = (size: TextSize) => openTarget(messagesTo(ownHost(stack, apiKey), size));
  return {
    ...{ "native.300b": native("300b"), "native.4kb": native("4kb") },
    ...{ "sdk.300b": sdk("300b"), "sdk.4kb": sdk("4kb") },
  };
}

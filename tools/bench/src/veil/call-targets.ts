import type { Stack } from "@veil/local-stack";
import { type LoadTarget, openTarget } from "../pipeline/load.ts";
import { messagesTo, ownHost } from "../sdk/sdk-targets.ts";
import { BENCH_TEXTS } from "../sdk/texts.ts";

/** The two kinds of calls: native calls, which have a job, and SDK calls, which have none. */
export const CALL_KINDS = ["native", "sdk"] as const;
export type MeasuredRoute = (typeof CALL_KINDS)[number];

export interface CallTargets extends Readonly<Record<MeasuredRoute, LoadTarget>> {
  readonly apiKey: string;
  close(): Promise<void>;
}

/** Opens targets that send the same letter of 300 B in both kinds of calls, from one customer. */
export async function openCallTargets(stack: Stack): Promise<CallTargets> {
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: true });
  const { gatewayUrl: url } = stack;
  const native = openTarget({
    ...{ url, path: "/api/v1/proxy/messages", headers: { "x-api-key": apiKey } },
    body: { prompt_template: "{letter}", context: { letter: BENCH_TEXTS["300b"].text } },
  });
  const sdk = openTarget(messagesTo(ownHost(stack, apiKey), "300b"));
  return {
    ...{ native, sdk, apiKey },
    close: async () => void (await Promise.all([native.close(), sdk.close()])),
  };
}

import type { Stack } from "@veil/local-stack";
import { type LoadTarget, openTarget } from "../pipeline/load.ts";
import type { Child } from "../pipeline/start-child.ts";
import type { Portkey } from "./start-portkey.ts";
import { openStream, type StreamTarget } from "./stream-target.ts";
import { BENCH_TEXTS, STREAMED_ANSWER, type TextSize } from "./texts.ts";

/** `direct` is the provider without a gateway. */
export type SdkHost = "direct" | "ours" | "portkey" | "reference";
/** The reference gateway does not stream. */
export type StreamingHost = Exclude<SdkHost, "reference">;

export interface SdkTargets {
  readonly whole: Readonly<Record<TextSize, Readonly<Record<SdkHost, LoadTarget>>>>;
  readonly streams: Readonly<Record<StreamingHost, StreamTarget>>;
  close(): Promise<void>;
}

interface Hosts {
  readonly provider: Child;
  readonly portkey: Portkey;
  readonly reference: Child;
}

export const KEY_PREFIX = "sk-bench-";
/** Of the simulator. */
const PIECE_CHARS = 8;
const PROVIDER = { "x-api-key": "sk-ant-bench", "anthropic-version": "2023-06-01" };
export async function openSdkTargets(
  stack: Stack,
  { provider, portkey, reference }: Hosts,
): Promise<SdkTargets> {
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: false });
  const hosts = {
    direct: { url: provider.url, headers: PROVIDER },
    ours: {
      url: stack.gatewayUrl,
      headers: {
        "x-api-key": apiKey,
        "x-upstream-key": `${KEY_PREFIX}key`,
        "x-veil-relink": "true",
      },
    },
    portkey: { url: portkey.url, headers: { ...PROVIDER, ...portkey.headers } },
  };
  const textFor = (name: StreamingHost, size: TextSize) =>
    BENCH_TEXTS[size][name === "ours" ? "text" : "sanitised"];
  const at = (name: StreamingHost, size: TextSize, more: object) => ({
    ...hosts[name],
    path: "/v1/messages",
    body: {
      ...{ model: "bench", max_tokens: 1024 },
      messages: [{ role: "user", content: textFor(name, size) }],
      ...more,
    },
  });
  const whole = (size: TextSize) => ({
    direct: openTarget(at("direct", size, {})),
    ours: openTarget(at("ours", size, {})),
    portkey: openTarget(at("portkey", size, {})),
    reference: openTarget({
      ...{ url: reference.url, path: "/", headers: {} },
      body: { text: BENCH_TEXTS[size].text },
    }),
  });
  const stream = (name: StreamingHost) =>
    openStream(at(name, "300b", { stream: true }), STREAMED_ANSWER.length / PIECE_CHARS);
  const targets = {
    whole: { "300b": whole("300b"), "4kb": whole("4kb") },
    streams: { direct: stream("direct"), ours: stream("ours"), portkey: stream("portkey") },
  };
  const all: readonly { close(): Promise<void> }[] = [
    ...Object.values(targets.whole).flatMap((of) => Object.values(of)),
    ...Object.values(targets.streams),
  ];
  return {
    ...targets,
    close: async () => void (await Promise.all(all.map((target) => target.close()))),
  };
}

/** Of a stack: the keys of the calls' own are the simulator's. */
export function sdkSettings(upstream: string) {
  const provider = { provider: "bench", dialect: "anthropic", base_url: upstream };
  return {
    "edge-gateway": {
      STREAMING_ENABLED: "true",
      PROVIDER_KEY_PREFIXES: `${KEY_PREFIX}=bench:anthropic`,
    },
    "inference-worker": { PROVIDER_TABLE: JSON.stringify({ [KEY_PREFIX]: provider }) },
  };
}

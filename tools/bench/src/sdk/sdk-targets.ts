import type { Stack } from "@veil/local-stack";
import { type LoadTarget, openTarget, type TargetOptions } from "../pipeline/load.ts";
import type { Child } from "../pipeline/start-child.ts";
import type { PeerProcess } from "./peer-process.ts";
import { openStream, type StreamTarget } from "./stream-target.ts";
import { BENCH_TEXTS, type BenchText, STREAMED_ANSWER, type TextSize } from "./texts.ts";

/**
 * Values by host. `direct` is the provider without a gateway. `cloakpipe` is absent if it could not
 * be installed.
 */
export type ByHost<T> = {
  readonly direct: T;
  readonly ours: T;
  readonly portkey: T;
  readonly reference: T;
  readonly cloakpipe?: T;
};
export type SdkHost = keyof ByHost<unknown>;
/**
 * The hosts whose streams are measured. The reference gateway does not stream, and cloakpipe sends
 * nothing before the provider has finished.
 */
export type StreamingHost = Exclude<SdkHost, "reference" | "cloakpipe">;

export interface SdkTargets {
  readonly whole: Readonly<Record<TextSize, ByHost<LoadTarget>>>;
  readonly streams: Readonly<Record<StreamingHost, StreamTarget>>;
  close(): Promise<void>;
}

/** Peers whose CPU time and memory are measured. */
export interface SdkPeers {
  readonly portkey: PeerProcess;
  readonly cloakpipe?: PeerProcess;
}

interface Hosts extends SdkPeers {
  readonly provider: Child;
  readonly reference: Child;
}

export interface MessagesHost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly gets: keyof BenchText;
}

const KEY_PREFIX = "sk-bench-";
/** The length of the pieces in which the simulator streams text. */
const PIECE_CHARS = 8;
const PROVIDER = { "x-api-key": "sk-ant-bench", "anthropic-version": "2023-06-01" };

export async function openSdkTargets(
  stack: Stack,
  { provider, portkey, reference, cloakpipe }: Hosts,
): Promise<SdkTargets> {
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: false });
  const hosts: Readonly<Record<StreamingHost, MessagesHost>> = {
    direct: { url: provider.url, headers: PROVIDER, gets: "sanitised" },
    ours: ownHost(stack, apiKey),
    portkey: { url: portkey.url, headers: { ...PROVIDER, ...portkey.headers }, gets: "sanitised" },
  };
  const whole = (size: TextSize) => ({
    direct: openTarget(messagesTo(hosts.direct, size)),
    ours: openTarget(messagesTo(hosts.ours, size)),
    portkey: openTarget(messagesTo(hosts.portkey, size)),
    reference: openTarget({
      ...{ url: reference.url, path: "/", headers: {} },
      body: { text: BENCH_TEXTS[size].text },
    }),
    ...(cloakpipe && { cloakpipe: openTarget(messagesTo(masking(cloakpipe), size)) }),
  });
  const stream = (name: StreamingHost) =>
    openStream(
      messagesTo(hosts[name], "300b", { stream: true }),
      STREAMED_ANSWER.length / PIECE_CHARS,
    );
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

/** Returns our gateway as a host for calls with a provider key in a header. */
export function ownHost({ gatewayUrl }: Stack, apiKey: string): MessagesHost {
  const upstreamKey = `${KEY_PREFIX}key`;
  const headers = { "x-api-key": apiKey, "x-upstream-key": upstreamKey, "x-veil-relink": "true" };
  return { url: gatewayUrl, headers, gets: "text" };
}

/**
 * Returns a peer as a host that masks: like our gateway, it receives the personal data. Its
 * placeholders have no brackets.
 */
export function masking({ url, headers }: PeerProcess): MessagesHost {
  return { url, headers, gets: "bracketed" };
}

export function messagesTo(
  { url, headers, gets }: MessagesHost,
  size: TextSize,
  more: object = {},
): TargetOptions {
  return {
    ...{ url, headers, path: "/v1/messages" },
    body: {
      ...{ model: "bench", max_tokens: 1024 },
      messages: [{ role: "user", content: BENCH_TEXTS[size][gets] }],
      ...more,
    },
  };
}

/** Returns settings with which calls that contain a provider key go to the simulator. */
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

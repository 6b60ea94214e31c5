import { readFileSync } from "node:fs";
import path from "node:path";
import type { Stack } from "@veil/local-stack";
import { type LoadTarget, openTarget, type TargetOptions } from "../pipeline/load.ts";
import type { Child } from "../pipeline/start-child.ts";
import type { PeerProcess } from "./peer-process.ts";
import { openStream, STREAM_FORMATS, type StreamTarget } from "./stream-target.ts";
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

/** The formats of the other streams of our gateway. */
export const OTHER_FORMATS = ["chat", "responses"] as const;
/** A host's stream of `POST /v1/messages`, or our gateway's stream of another format. */
export type StreamName = StreamingHost | (typeof OTHER_FORMATS)[number];

export interface SdkTargets {
  readonly whole: Readonly<Record<TextSize, ByHost<LoadTarget>>>;
  readonly streams: Readonly<Record<StreamName, StreamTarget>>;
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
const CHAT_KEY_PREFIX = "sk-chat-";
/** The length of the pieces in which the simulator streams text. */
const PIECE_CHARS = 8;
const STREAM_EVENTS = STREAMED_ANSWER.length / PIECE_CHARS;
const PROVIDER = { "x-api-key": "sk-ant-bench", "anthropic-version": "2023-06-01" };

export async function openSdkTargets(
  stack: Stack,
  { provider, portkey, reference, cloakpipe }: Hosts,
): Promise<SdkTargets> {
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: false });
  await allowExtensions(stack, apiKey, ["chat_streaming", "responses"]);
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
    openStream(messagesTo(hosts[name], "300b", { stream: true }), STREAM_EVENTS);
  const other = (format: "chat" | "responses") =>
    openStream(
      otherStream(ownHost(stack, apiKey, CHAT_KEY_PREFIX), format),
      STREAM_EVENTS,
      STREAM_FORMATS[format],
    );
  const targets = {
    whole: { "300b": whole("300b"), "4kb": whole("4kb") },
    streams: {
      ...{ direct: stream("direct"), ours: stream("ours"), portkey: stream("portkey") },
      ...{ chat: other("chat"), responses: other("responses") },
    },
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
export function ownHost(
  { gatewayUrl }: Stack,
  apiKey: string,
  keyPrefix = KEY_PREFIX,
): MessagesHost {
  const upstreamKey = `${keyPrefix}key`;
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

/** Returns a streamed request with the same text in one of OpenAI's formats. */
function otherStream(
  { url, headers, gets }: MessagesHost,
  format: (typeof OTHER_FORMATS)[number],
): TargetOptions {
  const said = [{ role: "user", content: BENCH_TEXTS["300b"][gets] }];
  const shared = { model: "bench", stream: true };
  return format === "chat"
    ? { url, headers, path: "/v1/chat/completions", body: { ...shared, messages: said } }
    : { url, headers, path: "/v1/responses", body: { ...shared, input: said } };
}

/** Allows extensions to a key. @throws Error if the gateway refuses */
async function allowExtensions(
  { gatewayUrl, stateDir }: Stack,
  apiKey: string,
  extensions: readonly string[],
): Promise<void> {
  const adminKey = readFileSync(path.join(stateDir, "admin-key"), "utf8").trim();
  const [, id = ""] = /^svc_(.{8})/.exec(apiKey) ?? [];
  const { ok, status } = await fetch(`${gatewayUrl}/api/v1/admin/keys/${id}/call-policy`, {
    method: "PUT",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ extensions }),
  });
  if (!ok) throw new Error(`The call policy of the key was answered with ${status}`);
}

/** Returns settings with which calls that contain a provider key go to the simulator. */
export function sdkSettings(upstream: string) {
  const provider = { provider: "bench", dialect: "anthropic", base_url: upstream };
  const chat = { provider: "chat", dialect: "openai", base_url: upstream };
  return {
    "edge-gateway": {
      STREAMING_ENABLED: "true",
      CHAT_STREAMING_ENABLED: "true",
      RESPONSES_ENABLED: "true",
      PROVIDER_KEY_PREFIXES: `${KEY_PREFIX}=bench:anthropic,${CHAT_KEY_PREFIX}=chat:openai`,
    },
    "inference-worker": {
      PROVIDER_TABLE: JSON.stringify({ [KEY_PREFIX]: provider, [CHAT_KEY_PREFIX]: chat }),
    },
  };
}

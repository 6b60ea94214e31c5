import type { Dialect } from "@veil/contracts/inference";
import { EXTENSIONS, type Extension } from "@veil/contracts/public/call-policy";
import type { EnvReader } from "@veil/service-kit/config";
import { checkedPreamble } from "./modules/calls/prepare/content-checks.ts";

/**
 * Reads `prefix=provider` or `prefix=provider:format` pairs. They define which provider keys are
 * accepted, to which entry of the worker's table a key belongs, and for which SDK endpoints it can
 * be used. The prefix `*` matches every other key.
 */
export function readProviders(read: EnvReader) {
  const pairs = read.list("PROVIDER_KEY_PREFIXES", ["sk-ant-=anthropic", "sk-=openai"]);
  const providerKeyPrefixes = new Map<string, string>();
  const providerDialects = new Map<string, Dialect | "both">();
  for (const pair of pairs) {
    const [, prefix = "", provider = "", format] = PROVIDER_PAIR.exec(pair) ?? [];
    if (provider === "")
      read.problem(
        "PROVIDER_KEY_PREFIXES must be a list of prefix=provider[:anthropic|openai|both]",
      );
    providerKeyPrefixes.set(prefix === "*" ? "" : prefix, provider);
    providerDialects.set(provider, dialectOf(provider, format));
  }
  return { providerKeyPrefixes, providerDialects };
}

const PROVIDER_PAIR = /^([^=]+)=([^=:]+)(?::(anthropic|openai|both))?$/;

function dialectOf(provider: string, format: string | undefined): Dialect | "both" {
  if (format === "anthropic" || format === "openai" || format === "both") return format;
  return provider === "anthropic" ? "anthropic" : "openai";
}

export function readSdkSettings(read: EnvReader) {
  const text = read.string("PLACEHOLDER_PREAMBLE", PREAMBLE);
  const preamble = text === "none" ? undefined : checkedPreamble(text);
  if (text !== "none" && preamble === undefined)
    read.problem("PLACEHOLDER_PREAMBLE must hold no personal data and no placeholder");
  const cacheControl = read.oneOf("CACHE_CONTROL", ["reject", "strip", "forward"], "reject");
  return {
    preamble,
    streamingEnabled: read.boolean("STREAMING_ENABLED", false),
    extensions: readExtensions(read, cacheControl),
    cacheControl,
    streamPingMs: read.integer("STREAM_PING_MS", 10_000, { min: 1, max: 60_000 }),
    toolsEnabled: read.boolean("TOOLS_ENABLED", false),
    publishedAddresses: readPublishedAddresses(read),
    sdkErrorShape: read.oneOf("SDK_ERROR_SHAPE", ["auto", "spec", "provider"], "auto"),
  };
}

/** Reads the addresses that tool definitions may contain, in lowercase. */
function readPublishedAddresses(read: EnvReader): readonly string[] {
  const addresses = read.list("PUBLISHED_ADDRESSES", ["noreply@anthropic.com"]);
  const isAddress = (text: string) => /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text);
  if (!addresses.every(isAddress))
    read.problem("PUBLISHED_ADDRESSES must be a list of addresses such as noreply@maker.example");
  return addresses.map((address) => address.toLowerCase());
}

function readExtensions(
  read: EnvReader,
  cacheControl: "reject" | "strip" | "forward",
): ReadonlySet<Extension> {
  const isEnabled: Readonly<Record<Extension, boolean>> = {
    chat_streaming: read.boolean("CHAT_STREAMING_ENABLED", false),
    cache_control: cacheControl !== "reject",
    thinking: read.boolean("THINKING_ENABLED", false),
    responses: read.boolean("RESPONSES_ENABLED", false),
  };
  return new Set(EXTENSIONS.filter((extension) => isEnabled[extension]));
}

const PREAMBLE =
  "Some values in this conversation were replaced by placeholders: a type in capital letters and a number, in square " +
  "brackets. Treat each as the value that it stands for, and repeat it exactly as it is written, with its brackets.";

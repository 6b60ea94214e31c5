import { type Received, send } from "../../gateway/send.ts";
import { isRecord } from "../../is-record.ts";
import type { Cli } from "../../program/cli.ts";
import { CommandError } from "../../program/command-error.ts";
import type { Settings } from "../../settings/read-settings.ts";
import type { Client } from "./clients.ts";
import type { Feature } from "./features.ts";

export interface Tried {
  readonly name: string;
  readonly works: boolean;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly hint?: string | undefined;
}

type Outcome = Omit<Tried, "name">;

/** Hints for errors of the provider, about which the gateway knows nothing. */
const HINTS: Readonly<Record<string, string>> = {
  invalid_api_key: "set VEIL_API_KEY to a key of this gateway",
  upstream_authentication_failed: "set VEIL_UPSTREAM_KEY to a valid key of the provider",
  upstream_not_found: "name a model of the provider with --model",
};
const NO_GATEWAY = "check the address of the gateway, and what is in front of it";

/**
 * Sends the smallest request that needs the feature.
 * @returns the outcome, which contains no key, even if the response repeats one
 * @throws CommandError on Ctrl-C, and when no API key is set
 */
export async function tryFeature(
  cli: Cli,
  settings: Settings,
  { client, feature, model }: { client: Client; feature: Feature; model: string },
): Promise<Tried> {
  const keys = keysOf(cli, settings);
  const url = new URL(settings.url);
  url.pathname = url.pathname.replace(/\/+$/, "") + feature.path;
  try {
    const received = await send(cli, {
      url,
      method: "POST",
      headers: { "content-type": "application/json", ...headersOf(client, keys) },
      body: JSON.stringify({ model, ...feature.body }),
      timeoutSeconds: settings.timeoutSeconds,
      changes: false,
    });
    return withoutKeys({ name: feature.name, ...outcomeOf(received, feature) }, keys);
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind === "interrupted") throw error;
    const { message, details } = error;
    return { name: feature.name, works: false, message, hint: details.hint };
  }
}

interface Keys {
  readonly api: string;
  /** Empty when the gateway is to use the key that it stores. */
  readonly upstream: string;
}

function keysOf({ env }: Cli, settings: Settings): Keys {
  return { api: settings.apiKey().value, upstream: env["VEIL_UPSTREAM_KEY"]?.trim() ?? "" };
}

function headersOf({ sendsHeaders }: Client, { api, upstream }: Keys): Record<string, string> {
  return {
    authorization: `Bearer ${api}`,
    ...(sendsHeaders && { "x-veil-relink": "true" }),
    ...(sendsHeaders && upstream !== "" && { "x-upstream-key": upstream }),
  };
}

function outcomeOf(received: Received, feature: Feature): Outcome {
  const { status, text, headers } = received;
  if (status >= 300) return { works: false, status, ...refusalIn(text, status) };
  if (feature.streamEnd === undefined)
    return isRecord(parsed(text))
      ? { works: true, status }
      : { works: false, status, message: "the answer is not JSON", hint: NO_GATEWAY };
  if (!headers.get("content-type")?.startsWith("text/event-stream"))
    return { works: false, status, message: "the answer is not a stream", hint: NO_GATEWAY };
  if (text.includes(feature.streamEnd)) return { works: true, status };
  return { works: false, status, ...errorInStream(text) };
}

/**
 * Reads an error in the format of the SDK endpoints, where `error` is an object, or in the public
 * format, where `error` is the code.
 */
function refusalIn(text: string, status: number): Omit<Outcome, "works"> {
  const body = parsed(text);
  const fields = isRecord(body) ? body : {};
  const { error } = fields;
  const { message, code, hint } = isRecord(error) ? error : { ...fields, code: error };
  if (typeof message !== "string" || typeof code !== "string")
    return {
      message: `what answered sent status ${status}, and no error of a gateway`,
      hint: NO_GATEWAY,
    };
  return { code, message, hint: typeof hint === "string" ? hint : HINTS[code] };
}

function errorInStream(text: string): Omit<Outcome, "works"> {
  const data = text.split("\n").flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  const last = data.findLast((line) => line.includes('"error"')) ?? "";
  const error = parsed(last);
  return isRecord(error) && isRecord(error["error"])
    ? refusalIn(last, 200)
    : { message: "the stream broke off", hint: "try again; then see the gateway's log" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutKeys(tried: Tried, { api, upstream }: Keys): Tried {
  const hide = (text: string | undefined) =>
    [api, upstream].reduce((kept, key) => (key === "" ? kept : kept?.replaceAll(key, "…")), text);
  return { ...tried, message: hide(tried.message), code: hide(tried.code), hint: hide(tried.hint) };
}

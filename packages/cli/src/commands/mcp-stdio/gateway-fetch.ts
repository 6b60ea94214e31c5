import { isRecord } from "../../is-record.ts";

/** The type of the function that the library calls. */
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that converts an error response of the gateway to an error with the gateway's
 * message.
 */
export function gatewayFetch(timeoutSeconds: number, interrupted: AbortSignal): Fetch {
  return async function send(url, init = {}) {
    const signals = [interrupted, AbortSignal.timeout(timeoutSeconds * 1_000)];
    if (init.signal) signals.push(init.signal);
    const response = await reached(url, { ...init, signal: AbortSignal.any(signals) });
    // Passes on 405, which the gateway returns to older clients that request the event stream.
    if (response.ok || response.status === 405) return response;
    const text = await response.text();
    const refusal = refusalIn(text);
    if (refusal !== undefined) throw new Error(refusal);
    return new Response(text, response);
  };
}

async function reached(url: string | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    const { name } = cause as Error;
    const why = name === "TimeoutError" ? "did not answer in time" : "could not be reached";
    throw new Error(`The gateway at ${new URL(url).origin} ${why}`, { cause });
  }
}

/**
 * Returns the gateway's error message, or undefined for a protocol message, which the client
 * handles itself.
 */
function refusalIn(text: string): string | undefined {
  const { error } = parsed(text);
  if (!isRecord(error)) return undefined;
  const { data } = error;
  if (!isRecord(data) || typeof data["error"] !== "string") return undefined;
  const { error: code, message, hint } = data;
  return [`${code}: ${message}`, hint].filter((part) => part !== undefined).join(". ");
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

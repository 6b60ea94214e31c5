import type { Span } from "@veil/pii/spans";
import { urlStarts } from "./url-starts.ts";

const PLAIN_URL = /^https?:\/\/[A-Za-z0-9\-._~:/?#@!$&()*+,;=%[\]]+$/i;
/** Matches a character reference, which a reader would decode before it reads the URL. */
const REFERENCE = /&(?:#|[a-z][a-z0-9]*;)/i;
const AUTHORITY = /^https?:\/\/([^/?#]*)[/?#]/i;

/**
 * Returns whether values may be restored in a URL: only in the path, query or fragment of an
 * http(s) URL to one of `hosts` (as in `URL.host`), without another URL inside.
 */
export function mayHoldValues(
  url: string,
  spans: readonly Span[],
  hosts: ReadonlySet<string>,
): boolean {
  const [start = "", authority = ""] = AUTHORITY.exec(url) ?? [];
  if (start === "" || !PLAIN_URL.test(url) || REFERENCE.test(url)) return false;
  if (spans.some((span) => span.start < start.length)) return false;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || parsed.host !== authority.toLowerCase()) return false;
  return hosts.has(parsed.host) && urlStarts(url.slice(start.length - 1)) === 0;
}

/**
 * Percent-encodes a value for a URL, which may be in Markdown parentheses. Returns undefined for a
 * lone surrogate.
 */
export function percentEncoded(value: string): string | undefined {
  try {
    return encodeURIComponent(value).replace(
      /[!'()*~_]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    return undefined;
  }
}

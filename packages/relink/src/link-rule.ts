import type { Span } from "@veil/pii/spans";
import { urlStarts } from "./forbidden.ts";

/** Nothing that Markdown, HTML or a browser reads as anything but itself. */
const PLAIN_URL = /^https?:\/\/[A-Za-z0-9\-._~:/?#@!$&()*+,;=%[\]]+$/i;
/** A character reference would be undone before the URL is read. */
const REFERENCE = /&(?:#|[a-z][a-z0-9]*;)/i;
const AUTHORITY = /^https?:\/\/([^/?#]*)[/?#]/i;

/**
 * Whether values may stand at `spans` of this URL: an http(s) URL to one of `hosts` (as in `URL.host`), values only
 * in its path, query or fragment, and no other URL inside. `spans` are offsets into `url`.
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

/** A value as it may stand in a URL, also in one between the parentheses of Markdown. Undefined: a lone surrogate. */
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

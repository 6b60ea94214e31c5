import { parseTemplate } from "@veil/contracts/template";
import { fuzzyLinks } from "./read-runs.ts";

/** Stands for a variable, because it is not valid in host names. */
const VARIABLE = "\ue000";
const AUTHORITY_END = /[/?#]/;
/**
 * Matches a sign that every URL with a host contains: a full stop inside a word, or two slashes.
 */
const HOST_SIGN = /\.\S|\/\//;
const GOES_ON = new RegExp(`^[:.@-]?${VARIABLE}`);

/**
 * Returns the hosts of the URLs in a prompt template, as in `URL.host`. URLs may have no scheme.
 * Hosts with a variable part are omitted.
 */
export function templateHosts(template: string): string[] {
  const text = parseTemplate(template)
    .map((part) => (part.kind === "text" ? part.text : VARIABLE))
    .join("");
  if (!HOST_SIGN.test(text)) return [];
  const hosts = fuzzyLinks(text).flatMap(({ start, end }) => hostOf(text, start, end) ?? []);
  return [...new Set(hosts)];
}

function hostOf(text: string, start: number, end: number): string | undefined {
  const link = text.slice(start, end);
  const scheme = /^(?:https?:)?\/\//i.exec(link)?.[0] ?? "";
  const [authority = ""] = link.slice(scheme.length).split(AUTHORITY_END);
  const endsIn = start + scheme.length + authority.length;
  if (authority.includes(VARIABLE) || GOES_ON.test(text.slice(endsIn, endsIn + 2)))
    return undefined;
  if (text.charAt(start - 1) === VARIABLE || authority.includes("@")) return undefined;
  const url = `https://${authority}`;
  return URL.canParse(url)
    ? new URL(scheme === "http://" ? `http://${authority}` : url).host
    : undefined;
}

import { isIPv4 } from "node:net";
import { usageError } from "../program/command-error.ts";

export const DEFAULT_URL = "http://127.0.0.1:8080";

/**
 * Parses the URL of the gateway.
 * @param source - where the text is from, for messages, which never repeat the text, because it may
 * contain a password
 */
export function gatewayUrl(text: string, source: string, allowPlainHttp: boolean): URL {
  const form = `${source} must be an address such as https://gateway.example`;
  if (!URL.canParse(text)) throw usageError(form);
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol)) throw usageError(form);
  if (url.username !== "" || url.password !== "")
    throw usageError(`${form}, without a user or password`);
  if (url.search !== "" || url.hash !== "") throw usageError(`${form}, without ? and #`);
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowPlainHttp)
    throw usageError(
      `${source} is plain http to another machine: the key and the texts could be read on the way`,
      { hint: "use https, or --allow-plain-http in a network that encrypts by itself" },
    );
  return url;
}

function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith("127.");
  return host === "[::1]" || host === "localhost";
}

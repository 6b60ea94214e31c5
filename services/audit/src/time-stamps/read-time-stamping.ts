import type { X509Certificate } from "node:crypto";
import type { EnvReader } from "@veil/service-kit/config";
import { parseAuthorities } from "@veil/veil/time-stamp";

const TIMEOUT_MS = 10_000;
const HOUR_S = 3_600;

/**
 * Reads the settings of time stamps. Returns undefined when no authority is configured, in which
 * case the log has no time stamps.
 */
export function readTimeStamping(read: EnvReader) {
  if (read.optional("TSA_URL") === undefined) return undefined;
  return {
    url: readTsaUrl(read),
    authorization: read.optionalSecret("TSA_AUTHORIZATION"),
    authorities: readAuthorities(read),
    intervalMs: read.integer("TSA_INTERVAL", HOUR_S, { min: 60, max: 31_536_000 }) * 1_000,
    timeoutMs: TIMEOUT_MS,
  };
}

function readTsaUrl(read: EnvReader): string {
  const url = read.url("TSA_URL", ["http:", "https:"]);
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: "", password: "" };
  if (username + password !== "")
    read.problem("TSA_URL must not name a user: TSA_AUTHORIZATION_FILE has the header's value");
  return url;
}

function readAuthorities(read: EnvReader): readonly X509Certificate[] {
  if (read.optional("TSA_CA_FILE") === undefined) return [];
  return read.parsedFile("TSA_CA_FILE", parseAuthorities) ?? [];
}

import type { EnvReader } from "@veil/service-kit/config";

export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The authority of the collector's certificate, in PEM. Undefined: Node's authorities. */
  readonly ca: string | undefined;
  /** The share of traces that are recorded. */
  readonly ratio: number;
}

const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

/**
 * Reads the settings of traces, under OpenTelemetry's names. Returns undefined without an endpoint:
 * then there are no traces.
 */
export function readTracing(read: EnvReader): TracingSettings | undefined {
  if (read.optional(ENDPOINT) === undefined) return undefined;
  const isProduction = read.optional("NODE_ENV") === "production";
  const endpoint = read.url(ENDPOINT, isProduction ? ["https:"] : ["http:", "https:"]);
  return {
    url: tracesUrl(read, endpoint),
    headers: readHeaders(read),
    ca: readAuthority(read),
    ratio: readRatio(read),
  };
}

/** Returns the URL for traces below the endpoint (OTLP, "Endpoint URLs for OTLP/HTTP"). */
function tracesUrl(read: EnvReader, endpoint: string): string {
  if (!URL.canParse(endpoint)) return "";
  const { username, password, search, origin, pathname } = new URL(endpoint);
  if (username + password + search !== "")
    read.problem(
      `${ENDPOINT} must have neither a user nor a query; OTEL_EXPORTER_OTLP_HEADERS_FILE names the file for credentials`,
    );
  return `${origin}${pathname.replace(/\/+$/, "")}/v1/traces`;
}

/** Parses `name=value` pairs, separated by commas, with percent-encoded values. */
function readHeaders(read: EnvReader): Readonly<Record<string, string>> {
  const text = read.optionalSecret("OTEL_EXPORTER_OTLP_HEADERS") ?? "";
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  const headers = pairs.map((pair) => HEADER.exec(pair.trim()));
  if (headers.every((header) => header !== null && isEncoded(header[2])))
    return Object.fromEntries(
      headers.map((header) => [header?.[1] ?? "", decodeURIComponent(header?.[2] ?? "")]),
    );
  read.problem("OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas");
  return {};
}

const HEADER = /^([A-Za-z0-9-]{1,64})=([\x21-\x7e ]{1,4096})$/;
const isEncoded = (text = "") => /^(?:[^%]|%[2-7][0-9A-Fa-f])*$/.test(text);

function readAuthority(read: EnvReader): string | undefined {
  const name = "OTEL_EXPORTER_OTLP_CERTIFICATE";
  if (read.optional(name) === undefined) return undefined;
  const pem = read.file(name);
  if (!pem.includes("-----BEGIN CERTIFICATE-----"))
    read.problem(`${name} must be a file with certificates in PEM`);
  return pem;
}

function readRatio(read: EnvReader): number {
  const ratio = Number(read.string("OTEL_TRACES_SAMPLER_ARG", "1"));
  if (!(ratio >= 0 && ratio <= 1))
    read.problem("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  return ratio;
}

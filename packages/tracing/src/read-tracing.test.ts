import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { type Env, EnvReader } from "@veil/service-kit/config";
import { readTracing } from "./read-tracing.ts";

const folder = mkdtempSync(path.join(tmpdir(), "veil-tracing-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318" };

function fileWith(text: string): string {
  const file = path.join(folder, "file");
  writeFileSync(file, text);
  return file;
}

function settingsOf(env: Env) {
  const read = new EnvReader(env);
  const settings = readTracing(read);
  read.done();
  return settings;
}

test("Without an endpoint there are no traces, and the other settings are not read", () => {
  expect(settingsOf({ OTEL_TRACES_SAMPLER_ARG: "7", NODE_ENV: "production" })).toBeUndefined();
});

test.each([
  ["http://collector.example:4318", "http://collector.example:4318/v1/traces"],
  ["https://collector.example/otlp/", "https://collector.example/otlp/v1/traces"],
])("The endpoint %s gives the URL %s", (endpoint, url) => {
  const settings = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  expect(settings).toEqual({ url, headers: {}, ca: undefined, ratio: 1 });
});

test("Headers come from a file, with percent-encoded values, and the ratio is a fraction", () => {
  const file = fileWith("authorization=Basic%20YTpi,x-scope=veil\n");
  const env = { OTEL_EXPORTER_OTLP_HEADERS_FILE: file, OTEL_TRACES_SAMPLER_ARG: "0.25" };
  expect(settingsOf({ ...ENDPOINT, ...env })).toMatchObject({
    headers: { authorization: "Basic YTpi", "x-scope": "veil" },
    ratio: 0.25,
  });
});

test.each<[string, Env, RegExp]>([
  ["plain http in production", { ...ENDPOINT, NODE_ENV: "production" }, /ENDPOINT.*https:/],
  ["another protocol", { OTEL_EXPORTER_OTLP_ENDPOINT: "file:///tmp" }, /ENDPOINT must be a URL/],
  ["a user", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://u:secret@c.example" }, /neither a user/],
  ["a query", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c.example/?key=secret" }, /neither a user/],
  ["a header without value", { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "secret" }, /HEADERS/],
  ["an encoded line break", { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "a=secret%0d" }, /HEADERS/],
  ["a ratio above 1", { ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "1.5" }, /SAMPLER_ARG/],
  ["a ratio that is no number", { ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "some" }, /SAMPLER_ARG/],
  ["a missing authority", { ...ENDPOINT, OTEL_EXPORTER_OTLP_CERTIFICATE: "/no" }, /CERTIFICATE/],
])("%s is refused, and the error does not contain the value", (_what, env, problem) => {
  expect(() => settingsOf(env)).toThrow(problem);
  expect(() => settingsOf(env)).not.toThrow(/secret/);
});

import { describe, expect, test } from "@jest/globals";
import { createTestTrust, withKeyFiles } from "@veil/testing";
import { readConfig } from "./config.ts";

const testTrust = createTestTrust();

function configOf(settings: Readonly<Record<string, string>>) {
  return withKeyFiles(testTrust, "inference-worker", (files) =>
    readConfig({ ...files, ...settings }),
  );
}

test("the configuration is refused when the keys belong to another service", () => {
  expect(() => withKeyFiles(testTrust, "bridge", readConfig)).toThrow("KEY_FILE");
});

test("without provider settings, there is no managed key and the table has the two official providers", () => {
  const config = configOf({});
  expect(config.managed).toBeUndefined();
  expect([...config.providerTable].map(([prefix, { baseUrl }]) => [prefix, baseUrl])).toEqual([
    ["sk-ant-", "https://api.anthropic.com"],
    ["sk-", "https://api.openai.com"],
  ]);
  expect(config).toMatchObject({ transport: { kind: "http" }, concurrency: 64, maxAttempts: 2 });
});

test("any server with OpenAI's format can be the managed provider", () => {
  const { managed } = configOf({
    LLM_PROVIDER: "openai",
    LLM_BASE_URL: "http://localhost:11434",
    LLM_API_KEY: "none",
    LLM_MODEL: "llama3.1",
  });
  expect(managed).toEqual({
    apiKey: "none",
    provider: {
      name: "openai",
      dialect: "openai",
      baseUrl: "http://localhost:11434",
      defaultModel: "llama3.1",
    },
  });
});

test("a managed provider with both formats requires LLM_BASE_URL and LLM_MODEL", () => {
  const settings = { LLM_PROVIDER: "both", LLM_API_KEY: "none" };
  expect(() => configOf(settings)).toThrow(/LLM_BASE_URL.*LLM_MODEL is required/);
  const at = { LLM_BASE_URL: "http://localhost:4000", LLM_MODEL: "llama3.1" };
  expect(configOf({ ...settings, ...at }).managed?.provider).toMatchObject({ dialect: "both" });
});

describe("PROVIDER_TABLE", () => {
  const entry = { provider: "acme", dialect: "openai", base_url: "https://llm.acme.example" };

  test("the entries of PROVIDER_TABLE are added to the table", () => {
    const PROVIDER_TABLE = JSON.stringify({ "acme-": entry });
    const { providerTable } = configOf({ PROVIDER_TABLE });
    expect(providerTable.get("acme-")).toMatchObject({ name: "acme", dialect: "openai" });
    expect(providerTable.size).toBe(3);
  });

  test("the entry * of PROVIDER_TABLE applies to keys that match no other prefix", () => {
    const PROVIDER_TABLE = JSON.stringify({ "*": { ...entry, dialect: "both" } });
    expect(configOf({ PROVIDER_TABLE }).providerTable.get("")).toMatchObject({ dialect: "both" });
  });

  test.each([
    "{",
    "[]",
    JSON.stringify({ "acme-": { ...entry, base_url: "ftp://x" } }),
    JSON.stringify({ "acme-": { ...entry, dialect: "smoke" } }),
    JSON.stringify({ "acme-": { ...entry, key: "secret" } }),
    JSON.stringify({ "": entry }),
  ])("PROVIDER_TABLE=%s is refused", (PROVIDER_TABLE) => {
    expect(() => configOf({ PROVIDER_TABLE })).toThrow("PROVIDER_TABLE must be");
  });
});

test("the error message lists every problem and contains no value", () => {
  const bad = {
    LLM_PROVIDER: "hunter2",
    LLM_BASE_URL: "hunter2",
    JOB_TRANSPORT: "rabbitmq",
    INFERENCE_ATTEMPTS: "0",
    EGRESS_PROXY_URL: "hunter2",
  };
  const read = () => readConfig(bad);
  for (const name of [...Object.keys(bad).filter((key) => key !== "JOB_TRANSPORT"), "RABBITMQ_URL"])
    expect(read).toThrow(name);
  expect(read).toThrow("KEY_FILE is required");
  expect(read).not.toThrow("hunter2");
});

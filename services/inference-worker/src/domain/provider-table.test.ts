import { expect, test } from "@jest/globals";
import { DEFAULT_PROVIDER_TABLE, endpointIn, providerOfKey } from "./provider-table.ts";

test.each([
  ["sk-ant-api03-abc", "anthropic"],
  ["sk-proj-abc", "openai"],
  ["sk-an", "openai"],
  ["pk-abc", undefined],
  ["", undefined],
])("the longest matching prefix of the key %p belongs to the provider %p", (key, name) => {
  expect(providerOfKey(DEFAULT_PROVIDER_TABLE, key)?.name).toBe(name);
});

test("the longest prefix wins regardless of the order of the table", () => {
  const reversed = new Map([...DEFAULT_PROVIDER_TABLE].reverse());
  expect(providerOfKey(reversed, "sk-ant-x")?.name).toBe("anthropic");
});

const provider = { name: "acme", baseUrl: "https://llm.acme.example", defaultModel: "m" };

test.each([
  ["openai", "openai", "openai"],
  ["openai", undefined, "openai"],
  ["openai", "anthropic", undefined],
  ["both", "openai", "openai"],
  ["both", "anthropic", "anthropic"],
  ["both", undefined, "anthropic"],
] as const)(
  "endpointIn returns, for a provider with the dialect %p and a call in the dialect %p, an endpoint with the dialect %p",
  (dialect, asked, called) => {
    expect(endpointIn({ ...provider, dialect }, asked)?.dialect).toBe(called);
  },
);

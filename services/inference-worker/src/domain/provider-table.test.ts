import { expect, test } from "@jest/globals";
import { DEFAULT_PROVIDER_TABLE, endpointIn, providerOfKey } from "./provider-table.ts";

test.each([
  ["sk-ant-api03-abc", "anthropic"],
  ["sk-proj-abc", "openai"],
  ["sk-an", "openai"],
  ["pk-abc", undefined],
  ["", undefined],
])("a key that starts like %p goes to %p, by the longest prefix", (key, name) => {
  expect(providerOfKey(DEFAULT_PROVIDER_TABLE, key)?.name).toBe(name);
});

test("the order of the table does not matter", () => {
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
] as const)("a provider of the format %p gets a call in %p as %p", (dialect, asked, called) => {
  expect(endpointIn({ ...provider, dialect }, asked)?.dialect).toBe(called);
});

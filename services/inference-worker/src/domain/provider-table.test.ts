import { expect, test } from "@jest/globals";
import { DEFAULT_PROVIDER_TABLE, endpointOfKey } from "./provider-table.ts";

test.each([
  ["sk-ant-api03-abc", "anthropic"],
  ["sk-proj-abc", "openai"],
  ["sk-an", "openai"],
  ["pk-abc", undefined],
  ["", undefined],
])("a key that starts like %p goes to %p, by the longest prefix", (key, name) => {
  expect(endpointOfKey(DEFAULT_PROVIDER_TABLE, key)?.name).toBe(name);
});

test("the order of the table does not matter", () => {
  const reversed = new Map([...DEFAULT_PROVIDER_TABLE].reverse());
  expect(endpointOfKey(reversed, "sk-ant-x")?.name).toBe("anthropic");
});

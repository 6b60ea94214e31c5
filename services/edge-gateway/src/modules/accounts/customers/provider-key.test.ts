import { describe, expect, test } from "@jest/globals";
import { providerKeyBindings } from "@veil/contracts/inference";
import { openHpke, systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { boxProviderKey, providerOf } from "./provider-key.ts";

const prefixes = new Map([
  ["sk-", "openai"],
  ["sk-ant-", "anthropic"],
]);

describe("A customer's provider key", () => {
  test("a provider key belongs to the provider with the longest matching prefix", () => {
    expect(providerOf("sk-ant-123", prefixes)).toBe("anthropic");
    expect(providerOf("sk-123", prefixes)).toBe("openai");
  });

  test.each(["xx-1", "", "sk-", "sk-ant-", "SK-ant-1", " sk-1", "sk-1\r\nHost: evil", "sk-\u00fc"])(
    "the provider key %j is refused, and the error does not contain it",
    (key) => {
      expect(() => providerOf(key, prefixes)).toThrow(
        expect.objectContaining({
          code: "invalid_field",
          message: 'Field "provider_key" must start with one of: sk-, sk-ant-',
        }),
      );
    },
  );

  test("a provider key is sealed for the worker and bound to its record and provider", () => {
    const { trust, keysOf } = createTestTrust();
    const boxed = boxProviderKey("sk-ant-1", { prefixes, trust, random: systemRandomBytes });
    const worker = keysOf("inference-worker").opening(boxed.sealingKeyId);
    const bindings = providerKeyBindings(boxed.recordId, "anthropic");
    expect(openHpke(worker, boxed.box, bindings).toString()).toBe("sk-ant-1");
    const other = providerKeyBindings(boxed.recordId, "openai");
    expect(() => openHpke(worker, boxed.box, other)).toThrow(
      expect.objectContaining({ code: "decryption_failed" }),
    );
  });
});

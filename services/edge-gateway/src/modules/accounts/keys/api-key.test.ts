import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import fc from "fast-check";
import { MASKED_API_KEY, mintApiKey, parseApiKey } from "./api-key.ts";

describe("API keys", () => {
  test.each(["svc", "gw_live"] as const)("a new %s key has the documented format", (family) => {
    const key = mintApiKey(family, systemRandomBytes);
    expect(key.text).toMatch(new RegExp(`^${family}_[0-9A-Za-z]{57}$`));
    expect(key.text.slice(family.length + 1, family.length + 9)).toBe(key.keyId);
    expect(parseApiKey(key.text)).toEqual(key);
  });

  test("the checksum is the CRC-32 of the text before it, in six base62 digits", () => {
    const zeros = mintApiKey("svc", (size) => Buffer.alloc(size));
    // Python's zlib returns 0x4495c95d for crc32("svc_" + 51 zeros).
    expect(zeros.text).toBe(`svc_${"0".repeat(51)}${CRC_OF_ZEROS}`);
  });

  test("a key in which one character was changed is refused", () => {
    const { text } = mintApiKey("svc", systemRandomBytes);
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, other) => {
          fc.pre(text[at] !== other);
          expect(parseApiKey(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
        },
      ),
    );
  });

  test("random bytes that would favor the first digits are discarded", () => {
    let drawn = 0;
    const random = (size: number) =>
      Buffer.from(Array.from({ length: size }, () => [255, 248, 247, 61][drawn++ % 4] ?? 0));
    const key = mintApiKey("svc", random);
    // Only 247 and 61 are usable. 247 % 62 = 61, so both result in the last digit.
    expect(key.keyId).toBe("zzzzzzzz");
  });

  test.each([MASKED_API_KEY, "", "svc_", "sk-ant-xyz", "svc_\u00e9"])(
    "parseApiKey does not accept %j",
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );
});

const CRC_OF_ZEROS = "1Fs54n";

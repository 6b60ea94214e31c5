import { describe, expect, test } from "@jest/globals";
import { normalizedEmail } from "./email-address.ts";

describe("normalizedEmail", () => {
  test.each([
    ["Anna.Berg@Example.COM", "anna.berg@example.com"],
    ["a+tag@example.com", "a+tag@example.com"],
    ["o'brien@sub.example.co.uk", "o'brien@sub.example.co.uk"],
    ["x@XN--MLLER-KVA.de", "x@xn--mller-kva.de"],
  ])("normalizedEmail converts %s to %s", (text, spelling) => {
    expect(normalizedEmail(text)).toBe(spelling);
  });

  test.each([
    ["a Kelvin sign, which lower-casing would make a k", "mar\u212a@example.com"],
    ["a long s", "a@example.\u017fe"],
    ["letters outside ASCII", "j\u00f6rg@example.com"],
    ["a domain outside ASCII", "a@m\u00fcller.de"],
    ["a trailing dot", "a@example.com."],
    ["an empty domain", "a@"],
    ["an empty local part", "@example.com"],
    ["two at signs", "a@b@example.com"],
    ["a host without a dot", "root@localhost"],
    ["an address literal", "a@[127.0.0.1]"],
    ["an IPv4 address", "a@127.0.0.1"],
    ["two dots in a row", "a..b@example.com"],
    ["a leading dot", ".a@example.com"],
    ["white space", " a@example.com"],
    ["a line break", "a@example.com\r\nBcc: b@example.com"],
    ["a label that begins with a hyphen", "a@-example.com"],
    ["punycode that decodes to nothing", "a@xn--zzzzzzzz99999.de"],
    ["punycode of a label that needs none", "a@xn--a.de"],
    ["a local part of 65 characters", `${"a".repeat(65)}@example.com`],
    [
      "255 characters",
      `a@${"b".repeat(53)}.${"c".repeat(61)}.${"d".repeat(60)}.${"e".repeat(60)}.example1234.com`,
    ],
  ])("normalizedEmail refuses an address with %s", (_what, text) => {
    expect(normalizedEmail(text)).toBeUndefined();
  });
});

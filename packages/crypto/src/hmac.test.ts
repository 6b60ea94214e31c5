import { createHmac } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { hmacSha256 } from "./hmac.ts";

test("RFC 4231, test case 2", () => {
  const mac = hmacSha256(Buffer.from("Jefe"), "what do ya want for nothing?");
  expect(mac.toString("hex")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test.each([
  ["a key as long as a block", 64, 10],
  ["a key longer than a block", 65, 10],
  ["no key and no message", 0, 0],
  ["the longest short message", 32, 4_096],
  ["a long message", 32, 4_097],
])("It is the HMAC of node:crypto for %s", (_, keyBytes, bytes) => {
  const [key, message] = [Buffer.alloc(keyBytes, 7), Buffer.alloc(bytes, 9)];
  expect(hmacSha256(key, message)).toEqual(reference(key, [message]));
});

test("It is the HMAC of node:crypto for any key and parts, whatever was computed before", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3_000 }),
    fc.uint8Array({ maxLength: 3_000 }),
  );
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      fc.array(part, { maxLength: 4 }),
      (key, parts) => {
        expect(hmacSha256(key, ...parts)).toEqual(reference(key, parts));
      },
    ),
  );
});

test("A lone surrogate counts as U+FFFD", () => {
  const key = Buffer.alloc(32, 1);
  expect(hmacSha256(key, "\ud800a")).toEqual(hmacSha256(key, "\ufffda"));
});

function reference(key: Uint8Array, parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { encodedRuns } from "./encoded-runs.ts";

const encode = (text: string) => Buffer.from(text).toString("base64");
const SECRET = "Anna Weber, anna@example.com";

test.each([
  ["as the whole text", encode(SECRET), SECRET],
  ["in a sentence", `Basic ${encode(SECRET)}, please`, SECRET],
  ["without padding", encode("Müller, 030 1234567 ").replace(/=/g, ""), "Müller, 030 1234567 "],
  [
    "in the alphabet of URLs",
    Buffer.from("<Anna?>ÿÿÿ?>~~ Weber").toString("base64url"),
    "<Anna?>ÿÿÿ?>~~ Weber",
  ],
  ["in lines", encode(SECRET.repeat(5)).replace(/.{76}/g, "$&\r\n"), SECRET.repeat(5)],
])("Base64 %s is decoded", (_where, text, decoded) => {
  expect(encodedRuns(text).map((run) => run.decoded)).toEqual([decoded]);
});

test("A run covers exactly the encoded text with its padding", () => {
  const encoded = encode("Anna Weber in Bonn.");
  expect(encoded).toMatch(/=$/);
  const text = `x=${encoded}; y`;
  expect(encodedRuns(text)).toMatchObject([{ start: 2, end: text.indexOf(";") }]);
});

test.each([
  "Donaudampfschifffahrtsgesellschaftskapitän Rechtsschutzversicherungsgesellschaften",
  "src/components/navigation/Header https://example.com/some/long/path/of/a/page",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "-".repeat(80),
  encode("Anna Weber").slice(0, 15),
  Buffer.from([0, 1, 2, 3, 250, 251, 252, 253, 254, 255, 9, 8]).toString("base64"),
])("%s is not encoded text", (text) => {
  expect(encodedRuns(text)).toEqual([]);
});

test("When an encoded text has 12 bytes or more, then it is decoded in any context", () => {
  const word = fc.constantFrom("a", "word", "Rechtsschutzversicherung", " ", "\n", "=", "😀");
  const around = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  const hidden = fc.stringMatching(/^[ -~]{12,60}$/);
  fc.assert(
    fc.property(around, hidden, around, (before, secret, after) => {
      const runs = encodedRuns(`${before} ${encode(secret)} ${after}`);
      expect(runs.map(({ decoded }) => decoded)).toContain(secret);
    }),
    { numRuns: 500 },
  );
});

import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { shieldFindings } from "./shield-findings.ts";

const ORIGINAL = "Ann 😀 and ann@example.org or Bo";
const FIELD = {
  text: "[PERSON_1] 😀 and [EMAIL_1] or Bo",
  redactions: [
    { start: 0, end: 3, placeholder: "[PERSON_1]" },
    { start: 11, end: 26, placeholder: "[EMAIL_1]" },
  ].map((redaction) => ({ ...redaction, type: "PERSON" as const, confidence: 1, recognizer: "x" })),
};

test("For any response, the findings have offsets in the original text and touch no placeholder", () => {
  const slices = fc
    .tuple(fc.nat(FIELD.text.length), fc.nat(FIELD.text.length))
    .map(([from, to]) => FIELD.text.slice(from, to));
  const words = fc.oneof(slices, fc.string());
  const occurrence = fc.option(fc.integer({ min: 1, max: 3 }));
  const spans = fc.array(fc.record({ words, occurrence, type: fc.constant("PERSON" as const) }));
  fc.assert(
    fc.property(spans, (answered) => {
      const stretch = { start: 0, end: FIELD.text.length, spans: answered };
      for (const { start, end } of shieldFindings(FIELD, [stretch], "x")) {
        expect(answered.map((span) => span.words)).toContain(ORIGINAL.slice(start, end));
        expect(FIELD.redactions.some((known) => start < known.end && end > known.start)).toBe(
          false,
        );
      }
    }),
  );
});

test("Spans are found only in the part of the text that the shield read", () => {
  const spans = [{ words: "or", occurrence: null, type: "PERSON" as const }];
  expect(shieldFindings(FIELD, [{ start: 0, end: 20, spans }], "x")).toEqual([]);
  expect(shieldFindings(FIELD, [{ start: 20, end: 34, spans }], "x")).toHaveLength(1);
});

test("A response whose spans occur too often in the text is refused", () => {
  const text = "ab ".repeat(60_000);
  const spans = [{ words: "a", occurrence: null, type: "PERSON" as const }];
  const stretch = { start: 0, end: text.length, spans };
  expect(() => shieldFindings({ text, redactions: [] }, [stretch], "x")).toThrow();
});

/** @all reads the models of names */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { findFalsePositives, rateOf } from "./false-positives.ts";

const MIN_TOKENS = 40_000;
const PER_THOUSAND = 1;
const PER_THOUSAND_OF_A_KIND = 3;
/** Rates of shorter texts are not significant. */
const KIND_TOKENS = 1000;

const kinds = await findFalsePositives(createEngine({ names: readBundledModels() }));

describe("Texts without personal data", () => {
  test("are enough to compute a rate", () => {
    expect(kinds.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(MIN_TOKENS);
  });

  test(`get less than ${PER_THOUSAND} redaction per 1000 tokens`, () => {
    expect(rateOf(kinds)).toBeLessThan(PER_THOUSAND);
  });

  test.each(
    kinds.filter(({ tokens }) => tokens >= KIND_TOKENS).map((one) => [one.kind, one] as const),
  )("%s gets few", (_kind, one) => {
    expect(rateOf([one])).toBeLessThan(PER_THOUSAND_OF_A_KIND);
  });
});

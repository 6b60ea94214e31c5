/** @all reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { findFalsePositives, rateOf } from "./false-positives.ts";

const MIN_TOKENS = 40_000;
const PER_THOUSAND = 1;
const PER_THOUSAND_OF_A_KIND = 3;
/** The minimum length of a kind of text. The rate in fewer tokens is not significant. */
const KIND_TOKENS = 1000;

const kinds = await findFalsePositives(createEngine({ names: readBundledModels() }));

describe("Texts without personal data", () => {
  test("the texts without personal data contain enough tokens to compute a rate", () => {
    expect(kinds.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(MIN_TOKENS);
  });

  test(`the default policy makes fewer than ${PER_THOUSAND} redactions per 1000 tokens without personal data`, () => {
    expect(rateOf(kinds)).toBeLessThan(PER_THOUSAND);
  });

  test.each(
    kinds.filter(({ tokens }) => tokens >= KIND_TOKENS).map((one) => [one.kind, one] as const),
  )(
    "the default policy makes few redactions in %s, which contains no personal data",
    (_kind, one) => {
      expect(rateOf([one])).toBeLessThan(PER_THOUSAND_OF_A_KIND);
    },
  );
});

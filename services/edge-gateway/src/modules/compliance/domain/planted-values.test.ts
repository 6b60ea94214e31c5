import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createEngine } from "@veil/pii";
import { plantedValues } from "./planted-values.ts";

const RUNS = 200;

describe("The values of the masking canary", () => {
  const engine = createEngine();
  const runs = Array.from({ length: RUNS }, () => plantedValues(systemRandomBytes));

  test("the sanitiser's engine finds every planted value completely, with its type", () => {
    for (const planted of runs) {
      const text = planted.map(({ label, value }) => `${label}: ${value}`).join("\n");
      const found = engine.find(text).map(({ type, start, end }) => [type, text.slice(start, end)]);
      for (const { type, value } of planted)
        expect(found).toContainEqual([expect.stringMatching(new RegExp(`^${type}`)), value]);
    }
  });

  test("no two runs plant the same value", () => {
    const values = runs.flatMap((planted) => planted.map(({ value }) => value));
    expect(new Set(values).size).toBe(values.length);
  });
});

import { describe, expect, test } from "@jest/globals";
import { dataFile, describeWhere } from "@veil/testing";
import { CASES, readCases, readNotAdopted } from "./case-files.ts";
import { BAR, runCases, total } from "./run-cases.ts";

const iban = {
  recognizer: "IbanRecognizer",
  entities: ["IBAN_CODE"],
  language: "en",
  expected_count: 1,
  expected_spans: [{ start: 5, end: 27 }],
};
const right = { ...iban, id: "a::0", text: "IBAN DE89370400440532013000" };
const wrong = { ...iban, id: "a::1", text: "IBAN DE88370400440532013000" };

describe("Cases of recognizers", () => {
  test("pass when exactly the expected spans are found", () => {
    const [result] = runCases([right, wrong], []);
    expect(result).toEqual({
      recognizer: "IbanRecognizer",
      passed: 1,
      adopted: 2,
      listed: 0,
      failed: ["a::1"],
    });
  });

  test.each(["a::1", "a*"])("listed as %s are not adopted", (listed) => {
    const { adopted, failed } = total(runCases([wrong], [{ reason: "r", cases: [listed] }]));
    expect({ adopted, failed }).toEqual({ adopted: 0, failed: [] });
  });

  test("for other countries are left out", () => {
    expect(runCases([{ ...right, entities: ["AU_TFN"] }], [])).toEqual([]);
  });
});

const file = dataFile(CASES) ?? "";

describeWhere(file !== "", "Presidio's own cases", "VEIL_DATA", () => {
  test("pass, except for a few percent and those listed with a reason", () => {
    const { passed, adopted } = total(runCases(readCases(file), readNotAdopted()));
    expect(passed).toBeGreaterThanOrEqual(BAR * adopted);
  });

  test("Every reason refers to cases that exist and that fail", () => {
    const cases = readCases(file);
    const stale = readNotAdopted()
      .flatMap((list) => list.cases)
      .filter((id) => !id.endsWith("*"))
      .filter((id) => {
        const one = cases.filter((test) => test.id === id);
        return total(runCases(one, [])).failed.length === 0;
      });
    expect(stale).toEqual([]);
  });
});

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
  test("a recognizer case passes only if exactly the expected spans are found", () => {
    const [result] = runCases([right, wrong], []);
    expect(result).toEqual({
      recognizer: "IbanRecognizer",
      passed: 1,
      adopted: 2,
      listed: 0,
      failed: ["a::1"],
    });
  });

  test.each(["a::1", "a*"])(
    "a failing case that is listed as %s is not adopted and does not count as failed",
    (listed) => {
      const { adopted, failed } = total(runCases([wrong], [{ reason: "r", cases: [listed] }]));
      expect({ adopted, failed }).toEqual({ adopted: 0, failed: [] });
    },
  );

  test("a case for a number of another country is left out", () => {
    expect(runCases([{ ...right, entities: ["AU_TFN"] }], [])).toEqual([]);
  });
});

const file = dataFile(CASES) ?? "";

describeWhere(file !== "", "Presidio's own cases", "VEIL_DATA", () => {
  test("at least 95 % of the adopted cases of Presidio pass", () => {
    const { passed, adopted } = total(runCases(readCases(file), readNotAdopted()));
    expect(passed).toBeGreaterThanOrEqual(BAR * adopted);
  });

  test("every case that is not adopted for a stated reason exists and fails", () => {
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

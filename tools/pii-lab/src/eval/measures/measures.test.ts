import { describe, expect, test } from "@jest/globals";
import { typeNames } from "../corpus/type-names.ts";
import { judged } from "./judged.fixture.ts";
import { personPrecisionOverlap } from "./person-precision.ts";
import { fScore } from "./ratio.ts";
import { scoreRedaction, underDefaultPolicy } from "./redaction-scores.ts";
import { scoreTypes } from "./type-scores.ts";

const score = (...texts: ReturnType<typeof judged>[]) => scoreTypes(texts, typeNames(texts));

describe("Spans of each type", () => {
  test("A finding is correct only if its bounds and its type are exact", () => {
    const { types } = score(
      judged("Anna Weber and Jo", ["PERSON Anna Weber", "PERSON Jo"], ["PERSON Anna Weber"]),
      judged("Anna Weber", ["PERSON Anna Weber"], ["PERSON Anna"]),
      judged("Anna Weber", ["PERSON Anna Weber"], ["LOCATION Anna Weber"]),
    );
    expect(types["PERSON"]).toMatchObject({ gold: 4, precision: 1 / 2, recall: 1 / 4, f1: 1 / 3 });
    expect(types["LOCATION"]).toMatchObject({ gold: 0, precision: 0, recall: undefined });
  });

  test("A finding that overlaps an optional span does not count as a prediction", () => {
    const { types } = score(
      judged("Dr Anna", ["PERSON Anna", "TITLE? Dr"], ["PERSON Dr Anna"]),
      judged("Frenchman", ["NRP? Frenchman"], ["LOCATION French"]),
    );
    expect(types).toEqual({
      PERSON: { gold: 1, precision: undefined, recall: 0, f1: 0, flagged: 1, covered: 1 },
    });
  });

  test("A gold span is flagged if it overlaps a finding of any type", () => {
    const { types } = score(
      judged("Anna Weber", ["PERSON Anna Weber"], ["LOCATION Weber"]),
      judged("Anna, Weber", ["PERSON Anna"], ["PERSON Weber"]),
    );
    expect(types["PERSON"]).toMatchObject({ flagged: 1 / 2, covered: 0 });
  });

  test("A gold span that only touches a finding is not flagged", () => {
    const { types } = score(judged("AnnaWeber", ["PERSON Anna"], ["PERSON Weber"]));
    expect(types["PERSON"]).toMatchObject({ flagged: 0 });
  });

  test("A gold span is covered if all its letters and digits are in findings of any type", () => {
    const { types } = score(
      judged("(Weber, Anna)", ["PERSON (Weber, Anna)"], ["PERSON Weber", "LOCATION Anna"]),
      judged("+49 30", ["PHONE_NUMBER +49 30"], ["PHONE 49", "AGE 3"]),
    );
    expect(types["PERSON"]).toMatchObject({ covered: 1, recall: 0 });
    expect(types["PHONE_NUMBER"]).toMatchObject({ covered: 0, flagged: 1 });
  });

  test("In the scores of all types together, every span counts equally", () => {
    const { all } = score(
      judged("Anna Bonn Ulm", ["PERSON Anna", "LOCATION Bonn"], ["PERSON Anna", "LOCATION Ulm"]),
    );
    expect(all).toEqual({
      gold: 2,
      precision: 1 / 2,
      recall: 1 / 2,
      f1: 1 / 2,
      flagged: 1 / 2,
      covered: 1 / 2,
    });
  });

  test("When a span is annotated twice, then one finding matches only one of the annotations", () => {
    const { types } = score(judged("Anna", ["PERSON Anna", "PERSON Anna"], ["PERSON Anna"]));
    expect(types["PERSON"]).toMatchObject({ gold: 2, recall: 1 / 2, precision: 1 });
  });
});

describe("Names of types", () => {
  test("A corpus's type names match our types and are used in the scores", () => {
    const { types } = score(
      judged("a@b.co 1", ["EMAIL_ADDRESS a@b.co", "ID 1"], ["EMAIL a@b.co", "ID_NUMBER 1"]),
    );
    expect(types).toMatchObject({ EMAIL_ADDRESS: { f1: 1 }, ID: { f1: 1 } });
  });

  test("In the scores, a type without gold spans has the name that corpora usually use", () => {
    expect(Object.keys(score(judged("a 1", [], ["URL a", "POSTAL_CODE 1"])).types)).toEqual([
      "DOMAIN_NAME",
      "ZIP_CODE",
    ]);
    expect(Object.keys(score(judged("a", ["URL a"], [])).types)).toEqual(["URL"]);
  });

  test("A date of birth matches DATE_TIME, and any type matches PII, unless the corpus annotates a more specific type", () => {
    expect(
      score(judged("1.2.1980", ["DATE_TIME 1.2.1980"], ["DATE_OF_BIRTH 1.2.1980"])).types,
    ).toEqual({
      DATE_TIME: expect.objectContaining({ gold: 1, f1: 1 }),
    });
    expect(score(judged("Anna", ["PII Anna"], ["PERSON Anna"])).types).toEqual({
      PII: expect.objectContaining({ gold: 1, f1: 1 }),
    });
    expect(score(judged("1 2", ["US_SSN 1", "ID 2"], ["US_SSN 1", "DE_TAX_ID 2"])).types).toEqual({
      US_SSN: expect.objectContaining({ f1: 1 }),
      ID: expect.objectContaining({ f1: 1 }),
    });
  });
});

describe("Redaction scores, which ignore types", () => {
  test("Redaction recall counts letters and digits of gold spans, and precision those of findings", () => {
    const text = judged("Anna Weber, Bonn", ["PERSON Anna Weber"], ["LOCATION Weber, Bonn"]);
    const [recall, precision] = [5 / 9, 5 / 9];
    expect(scoreRedaction([text])).toEqual({
      recall,
      precision,
      f2: (5 * precision * recall) / (4 * precision + recall),
    });
  });

  test("An optional span counts neither as missed nor as a false positive in redaction scores", () => {
    const text = judged("Dr Anna", ["PERSON Anna", "TITLE? Dr"], ["PERSON Dr Anna"]);
    expect(scoreRedaction([text])).toEqual({ recall: 1, precision: 1, f2: 1 });
    const missed = judged("Dr Anna", ["PERSON Anna", "TITLE? Dr"], ["PERSON Anna"]);
    expect(scoreRedaction([missed])).toEqual({ recall: 1, precision: 1, f2: 1 });
  });

  test("When a required and an optional gold span overlap, then the text that they share is required", () => {
    const text = judged("Anna Weber", ["PERSON Anna Weber", "PERSON? Weber"], ["PERSON Anna"]);
    expect(scoreRedaction([text])).toMatchObject({ recall: 4 / 9, precision: 1 });
  });

  test("Redaction scores ignore punctuation and blanks, and count overlapping annotations and surrogate pairs once", () => {
    const text = judged("𝔸 — b", ["PERSON 𝔸 — b", "PERSON b"], ["PERSON 𝔸"]);
    expect(scoreRedaction([text])).toMatchObject({ recall: 1 / 2, precision: 1 });
  });

  test("Under the default policy, gold spans of organizations and dates are optional, and findings of them do not count", () => {
    const text = judged(
      "Anna Acme May 1980",
      ["PERSON Anna", "ORG Acme", "DATE_TIME May"],
      ["PERSON Anna Acme", "DATE_TIME May", "DATE_OF_BIRTH 1980"],
    );
    expect(scoreRedaction([text])).toMatchObject({ recall: 1, precision: 11 / 15 });
    expect(scoreRedaction(underDefaultPolicy([text]))).toMatchObject({
      recall: 1,
      precision: 8 / 12,
    });
  });
});

test("PERSON precision counts a finding as correct if it overlaps a person or an optional span", () => {
  const texts = [
    judged("Dr Anna Weber", ["PERSON Anna Weber", "TITLE? Dr"], ["PERSON Weber"]),
    judged("Dr Anna Weber", ["TITLE? Dr"], ["PERSON Dr"]),
    judged("Bonn am Rhein", ["LOCATION Bonn"], ["PERSON Bonn", "LOCATION Rhein"]),
  ];
  expect(personPrecisionOverlap(texts)).toBe(2 / 3);
  expect(personPrecisionOverlap([judged("Bonn", [], ["LOCATION Bonn"])])).toBeUndefined();
});

test("F1 gives recall the same weight as precision, and F2 gives it four times that weight", () => {
  expect(fScore(0.5, 1, 1)).toBeCloseTo(2 / 3);
  expect(fScore(0.5, 1, 2)).toBeCloseTo((5 * 0.5) / (4 * 0.5 + 1));
  expect(fScore(undefined, 0, 2)).toBe(0);
  expect(fScore(0, 0, 2)).toBe(0);
  expect(fScore(0, undefined, 2)).toBeUndefined();
});

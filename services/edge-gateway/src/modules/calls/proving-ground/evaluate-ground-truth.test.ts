import { describe, expect, test } from "@jest/globals";
import { entityTypeOf } from "@veil/contracts/entities";
import { checked } from "@veil/contracts/parsing";
import { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import type { Redaction } from "@veil/pii/sanitise-response";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { evaluateGroundTruth } from "./evaluate-ground-truth.ts";

const parse = checked(GroundTruthEvaluation);

/**
 * Parses redactions written as `⟦TYPE:value⟧` into the text without the marks and the positions of
 * the values.
 */
function marked(text: string) {
  const redactions: Redaction[] = [];
  let plain = "";
  for (const { 1: name, 2: value = "", 3: other = "" } of text.matchAll(
    /⟦(\w+):(.*?)⟧|([^⟦]+)/gs,
  )) {
    const start = plain.length;
    plain += name === undefined ? other : value;
    const type = name === undefined ? undefined : entityTypeOf(name);
    if (type === undefined) continue;
    const placeholder = `[${type}_${redactions.length + 1}]`;
    const span = { start, end: plain.length };
    redactions.push({ ...span, placeholder, type, confidence: 1, recognizer: "test" });
  }
  return { text: plain, redactions };
}

function judged(redacted: string, ...values: string[]) {
  const { text, redactions } = marked(redacted);
  const annotations = values.map((value) => {
    const start = text.indexOf(value);
    return { type: `T_${value}`, value, start, end: start + value.length };
  });
  const fields = [{ name: "letter", text, annotations }];
  return parse(evaluateGroundTruth(fields, new Map([["letter", redactions]])));
}

describe("A fully replaced annotation", () => {
  test.each<[string, string, string]>([
    ["when exactly its text was replaced", "Dear ⟦PERSON:Ann Weber⟧!", "[PERSON_1]"],
    ["when more than its text was replaced", "⟦PERSON:Dear Ann Weber!⟧", "[PERSON_1]"],
    ["when it was replaced with another type", "Dear ⟦LOCATION:Ann Weber⟧!", "[LOCATION_1]"],
    [
      "when it was replaced in two parts",
      "Dear ⟦PERSON:Ann⟧ ⟦USERNAME:Weber⟧!",
      "[PERSON_1] [USERNAME_2]",
    ],
    ["when it was replaced as a protected literal", "Dear ⟦LITERAL:Ann Weber⟧!", "[LITERAL_1]"],
  ])("an annotation is a match %s", (_case, redacted, redacted_as) => {
    expect(judged(redacted, "Ann Weber")).toEqual({
      total_annotations: 1,
      true_positives: 1,
      false_negatives: 0,
      false_positives: 0,
      detection_rate: 1,
      matches: [{ annotation_type: "T_Ann Weber", annotation_value: "Ann Weber", redacted_as }],
      missed: [],
      extras: [],
    });
  });

  test.each<[string, string, string]>([
    ["the spaces and punctuation at its ends", "⟦PHONE:12 34⟧.", "12 34."],
    ["the punctuation between its parts", "⟦STREET_ADDRESS:Weg 1⟧, ⟦LOCATION:Ulm⟧", "Weg 1, Ulm"],
    ["no character when it contains neither a letter nor a digit", "⟦SECRET:*** ***⟧", "*** ***"],
  ])("an annotation is a match even if the redaction leaves %s", (_case, redacted, value) => {
    expect(judged(redacted, value)).toMatchObject({ true_positives: 1, false_positives: 0 });
  });
});

describe("A partly replaced annotation", () => {
  test.each<[string, string, string]>([
    ["when no part of it was replaced", "Dear Ann", "Ann"],
    ["when a letter at the start is left", "A⟦PERSON:nn Weber⟧", "Ann Weber"],
    ["when a letter at the end is left", "⟦PERSON:Ann Webe⟧r", "Ann Weber"],
    ["when a digit in the middle is left", "⟦PHONE:12⟧3⟦PHONE:45⟧", "12345"],
    ["when a letter beyond ASCII is left", "⟦PERSON:Ann M⟧ü", "Ann Mü"],
    [
      "when it has no letters or digits and one of its characters is left",
      "⟦SECRET:***⟧ ***",
      "*** ***",
    ],
  ])(
    "an annotation is missed %s, and redactions that touch it are not extras",
    (_case, redacted, value) => {
      expect(judged(redacted, value)).toMatchObject({
        missed: [{ field: "letter", type: `T_${value}`, value }],
        matches: [],
        extras: [],
        detection_rate: 0,
      });
    },
  );
});

describe("A redaction that touches no annotation", () => {
  test("a redaction without annotation is reported as an extra with its placeholder and value", () => {
    const text = "⟦PERSON:Ann⟧ and ⟦PERSON:Rose⟧, ⟦EMAIL:a@b.example⟧";
    expect(judged(text, "Ann")).toMatchObject({
      false_positives: 2,
      extras: [
        { placeholder: "[PERSON_2]", original: "Rose" },
        { placeholder: "[EMAIL_3]", original: "a@b.example" },
      ],
      detection_rate: 1,
    });
  });

  test("a redaction directly beside an annotation is reported as an extra", () => {
    expect(judged("⟦PERSON:Ann⟧⟦EMAIL:a@b.example⟧", "Ann")).toMatchObject({ false_positives: 1 });
  });

  test("a protected literal is not reported as an extra", () => {
    expect(judged("⟦LITERAL:[PERSON_1]⟧")).toMatchObject({ extras: [] });
  });
});

describe("The ground-truth evaluation", () => {
  const { text, redactions } = marked("⟦PERSON:Ann⟧ met Bob and ⟦PERSON:Ann⟧");
  const all = new Map([
    ["a", redactions],
    ["b", redactions],
  ]);
  const at = (start: number, end: number) => {
    return { type: "PERSON", value: text.slice(start, end), start, end };
  };

  test("the evaluation counts annotations and redactions only of the fields that the ground truth names", () => {
    const truth = [{ name: "b", text, annotations: [at(0, 3), at(8, 11)] }];
    const evaluation = parse(evaluateGroundTruth(truth, all));
    expect(evaluation).toMatchObject({
      total_annotations: 2,
      true_positives: 1,
      false_negatives: 1,
      false_positives: 1,
      detection_rate: 0.5,
      missed: [{ field: "b", value: "Bob" }],
    });
  });

  test("every redaction is an extra when the field's list of annotations is empty", () => {
    const evaluation = evaluateGroundTruth([{ name: "a", text, annotations: [] }], all);
    expect(evaluation).toMatchObject({ total_annotations: 0, false_positives: 2 });
  });

  test("the detection rate is 1 when there are no annotations", () => {
    expect(evaluateGroundTruth([], all)).toMatchObject({ detection_rate: 1, extras: [] });
  });

  test("overlapping annotations are judged in any order", () => {
    const annotations = [at(8, 19), at(0, 7), at(16, 19), at(0, 3)];
    const evaluation = evaluateGroundTruth([{ name: "a", text, annotations }], all);
    expect(evaluation).toMatchObject({ total_annotations: 4, true_positives: 2, extras: [] });
    expect(evaluation.missed).toHaveLength(2);
  });
});

test("For any text, annotations that are identical to the redactions all count as matches", () => {
  const part = fc.record({
    gap: fc.string({ unit: anyCharacter }),
    value: fc.string({ unit: anyCharacter, minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      let text = "";
      const redactions = parts.map(({ gap, value }, index): Redaction => {
        const start = text.length + gap.length;
        text += gap + value;
        const placeholder = `[SECRET_${index + 1}]`;
        const span = { start, end: text.length };
        return { ...span, placeholder, type: "SECRET", confidence: 1, recognizer: "test" };
      });
      const annotations = redactions.map(({ start, end }) => {
        return { type: "X", value: text.slice(start, end), start, end };
      });
      const field = { name: "a", text, annotations };
      const evaluation = evaluateGroundTruth([field], new Map([["a", redactions]]));
      expect(evaluation.missed).toEqual([]);
      expect(evaluation.extras).toEqual([]);
      expect(evaluation.matches.map(({ redacted_as }) => redacted_as)).toEqual(
        redactions.map(({ placeholder }) => placeholder),
      );
    }),
  );
});

test("60,000 annotations are judged without comparing each of them with all redactions", () => {
  const { text, redactions } = marked("⟦PERSON:Ann⟧ ".repeat(20_000));
  const annotations = Array.from({ length: 60_000 }, (_, at) => {
    const start = (at % 20_000) * 4;
    return { type: "P", value: "Ann", start, end: start + 3 };
  });
  let reads = 0;
  const counted = redactions.map(({ start, ...redaction }) => ({
    ...redaction,
    get start() {
      reads += 1;
      return start;
    },
  }));
  const evaluation = evaluateGroundTruth(
    [{ name: "a", text, annotations }],
    new Map([["a", counted]]),
  );
  expect(reads).toBeLessThan(100 * annotations.length);
  expect(evaluation.true_positives).toBe(60_000);
});

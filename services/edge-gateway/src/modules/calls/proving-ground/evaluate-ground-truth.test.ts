import { describe, expect, test } from "@jest/globals";
import { entityTypeOf } from "@veil/contracts/entities";
import { checked } from "@veil/contracts/parsing";
import { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import type { Redaction } from "@veil/pii/sanitise-response";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { evaluateGroundTruth } from "./evaluate-ground-truth.ts";

const parse = checked(GroundTruthEvaluation);

/** Reads redactions `⟦TYPE:value⟧`: the text without the marks, and the positions of values. */
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

describe("An annotation is a match when every letter and digit of it was replaced", () => {
  test.each<[string, string, string]>([
    ["exactly it", "Dear ⟦PERSON:Ann Weber⟧!", "[PERSON_1]"],
    ["more than it", "⟦PERSON:Dear Ann Weber!⟧", "[PERSON_1]"],
    ["by another type", "Dear ⟦LOCATION:Ann Weber⟧!", "[LOCATION_1]"],
    ["in two parts", "Dear ⟦PERSON:Ann⟧ ⟦USERNAME:Weber⟧!", "[PERSON_1] [USERNAME_2]"],
    ["as a protected literal", "Dear ⟦LITERAL:Ann Weber⟧!", "[LITERAL_1]"],
  ])("%s", (_case, redacted, redacted_as) => {
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
    ["the blanks and marks at its ends", "⟦PHONE:12 34⟧.", "12 34."],
    ["what stands between its parts", "⟦STREET_ADDRESS:Weg 1⟧, ⟦LOCATION:Ulm⟧", "Weg 1, Ulm"],
    ["nothing, when it holds neither letter nor digit", "⟦SECRET:*** ***⟧", "*** ***"],
  ])("and may keep %s", (_case, redacted, value) => {
    expect(judged(redacted, value)).toMatchObject({ true_positives: 1, false_positives: 0 });
  });
});

describe("An annotation is missed, and redactions that touch it are no extras", () => {
  test.each<[string, string, string]>([
    ["when nothing of it was replaced", "Dear Ann", "Ann"],
    ["when a letter at the start is left", "A⟦PERSON:nn Weber⟧", "Ann Weber"],
    ["when a letter at the end is left", "⟦PERSON:Ann Webe⟧r", "Ann Weber"],
    ["when a digit between is left", "⟦PHONE:12⟧3⟦PHONE:45⟧", "12345"],
    ["when a letter beyond ASCII is left", "⟦PERSON:Ann M⟧ü", "Ann Mü"],
    ["when a mark is left of what has no letter", "⟦SECRET:***⟧ ***", "*** ***"],
  ])("%s", (_case, redacted, value) => {
    expect(judged(redacted, value)).toMatchObject({
      missed: [{ field: "letter", type: `T_${value}`, value }],
      matches: [],
      extras: [],
      detection_rate: 0,
    });
  });
});

describe("A redaction that touches no annotation is an extra", () => {
  test("is reported with its placeholder and its value", () => {
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

  test("is reported also directly beside an annotation", () => {
    expect(judged("⟦PERSON:Ann⟧⟦EMAIL:a@b.example⟧", "Ann")).toMatchObject({ false_positives: 1 });
  });

  test("is not reported if it is a protected literal", () => {
    expect(judged("⟦LITERAL:[PERSON_1]⟧")).toMatchObject({ extras: [] });
  });
});

describe("The evaluation", () => {
  const { text, redactions } = marked("⟦PERSON:Ann⟧ met Bob and ⟦PERSON:Ann⟧");
  const all = new Map([
    ["a", redactions],
    ["b", redactions],
  ]);
  const at = (start: number, end: number) => {
    return { type: "PERSON", value: text.slice(start, end), start, end };
  };

  test("counts each annotation and each stretch of the fields that the truth names", () => {
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

  test("counts everything replaced in a field with an empty list as extra", () => {
    const evaluation = evaluateGroundTruth([{ name: "a", text, annotations: [] }], all);
    expect(evaluation).toMatchObject({ total_annotations: 0, false_positives: 2 });
  });

  test("counts nothing as missed without annotations", () => {
    expect(evaluateGroundTruth([], all)).toMatchObject({ detection_rate: 1, extras: [] });
  });

  test("accepts annotations that overlap, in any order", () => {
    const annotations = [at(8, 19), at(0, 7), at(16, 19), at(0, 3)];
    const evaluation = evaluateGroundTruth([{ name: "a", text, annotations }], all);
    expect(evaluation).toMatchObject({ total_annotations: 4, true_positives: 2, extras: [] });
    expect(evaluation.missed).toHaveLength(2);
  });
});

test("Annotations equal to the redactions are all matched, for any values", () => {
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

test("As many annotations as a body holds are judged without comparing each with all redactions", () => {
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

import { describe, expect, test } from "@jest/globals";
import {
  NO_SCORE,
  precisionOf,
  readAnnotated,
  recallOf,
  totalOf,
  withEvaluation,
} from "./annotated.ts";

const MARK = { type: "PERSON", value: "Ann", start: 0, end: 3 };

describe("Annotated texts", () => {
  test("each line is a text, and empty lines are left out", () => {
    const line = JSON.stringify({ text: "Ann wrote", annotations: [MARK] });
    expect(readAnnotated(`${line}\r\n\n${line}\n`)).toEqual([
      { text: "Ann wrote", annotations: [MARK] },
      { text: "Ann wrote", annotations: [MARK] },
    ]);
    expect(readAnnotated("")).toEqual([]);
  });

  test("CSV has a row for each mark, rows of one text belong together, and a text without a mark has empty columns", () => {
    const rows = ['"Ann, and\nBob",PERSON,0,3', '"Ann, and\nBob",PERSON,9,12', '"No ""one""",,,'];
    expect(readAnnotated(`\ufefftext,type,start,end\r\n${rows.join("\r\n")}\r\n`)).toEqual([
      {
        text: "Ann, and\nBob",
        annotations: [MARK, { type: "PERSON", value: "Bob", start: 9, end: 12 }],
      },
      { text: 'No "one"', annotations: [] },
    ]);
  });

  test.each([
    "Ann,PERSON,0",
    "Ann,PERSON,0,4",
    "Ann,PERSON,2,2",
    "Ann,PERSON,-1,2",
    "Ann,PERSON,x,2",
    "Ann,,0,2",
    ",PERSON,0,1",
    "Ann,PERSON,0,3,more",
  ])("the row %j is refused with its number, and without its text", (row) => {
    expect(() => readAnnotated(`text,type,start,end\nBo,,,\n${row}\n`)).toThrow(/^Row 3$/);
  });

  test.each(["{", "7", "null", '{"text": "Ann"}', '{"text": "", "annotations": []}'])(
    "%j is refused with the number of its line, and without its text",
    (line) => {
      const file = `{"text": "x", "annotations": []}\n\n${line}`;
      expect(() => readAnnotated(file)).toThrow(/^Line 3$/);
    },
  );
});

describe("The score of a run", () => {
  const TEXT = {
    text: "Ann wrote, and Zoe answered.",
    annotations: [MARK, { type: "PERSON", value: "Zoe", start: 15, end: 18 }],
  };
  const match = { annotation_type: "PERSON", annotation_value: "Ann", redacted_as: "[PERSON_1]" };
  const evaluation = {
    ...{ total_annotations: 2, true_positives: 1, false_negatives: 1, false_positives: 1 },
    detection_rate: 0.5,
    matches: [match],
    missed: [{ field: "text", type: "PERSON", value: "Zoe" }],
    extras: [{ placeholder: "[EMAIL_1]", original: "a@b.example" }],
  };

  test("evaluations add up by type, and a miss has the number of its text and what stands around it", () => {
    const score = withEvaluation(withEvaluation(NO_SCORE, TEXT, evaluation), TEXT, {
      ...evaluation,
      missed: [],
      extras: [],
    });
    expect(score.texts).toBe(2);
    expect([...score.byType]).toEqual([["PERSON", { found: 2, missed: 1 }]]);
    const around = { before: "Ann wrote, and ", after: " answered." };
    expect(score.missed).toEqual([{ type: "PERSON", value: "Zoe", text: 1, ...around }]);
    expect(recallOf(totalOf(score))).toBeCloseTo(2 / 3);
    expect(precisionOf(score)).toBeCloseTo(2 / 3);
  });

  test("without any mark there is no recall, and without any replacement no precision", () => {
    expect(recallOf(totalOf(NO_SCORE))).toBeUndefined();
    expect(precisionOf(NO_SCORE)).toBeUndefined();
  });
});

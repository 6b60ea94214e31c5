/** @all reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import {
  judgeLabels,
  LABEL_KINDS,
  type LabelKind,
  precisionOfLabels,
  recallOfLabels,
  sumOf,
} from "./judge-labels.ts";
import { readLabels } from "./read-labels.ts";

const MIN_VALUES = 300;
const RECALL: Readonly<Record<LabelKind, number>> = {
  ID: 0.9,
  SECRET: 0.9,
  USERNAME: 0.85,
  AGE: 0.8,
};
const PRECISION: Readonly<Record<LabelKind, number>> = {
  ID: 0.98,
  SECRET: 0.97,
  USERNAME: 0.95,
  AGE: 0.97,
};
const RECALL_OF_ALL = 0.95;

const scores = judgeLabels(await readLabels(), createEngine({ names: readBundledModels() }));
const scoreOf = (kind: LabelKind) => scores.get(kind) ?? sumOf([]);

describe("Values behind labels", () => {
  test("the texts contain enough labeled values to compute a rate", () => {
    expect(sumOf([...scores.values()]).gold).toBeGreaterThan(MIN_VALUES);
  });

  test.each(LABEL_KINDS)(
    "the default policy replaces most labeled values of the kind %s",
    (kind) => {
      expect(recallOfLabels(scoreOf(kind))).toBeGreaterThanOrEqual(RECALL[kind]);
    },
  );

  test.each(LABEL_KINDS)("few replacements of the kind %s overlap no annotated value", (kind) => {
    expect(precisionOfLabels(scoreOf(kind))).toBeGreaterThanOrEqual(PRECISION[kind]);
  });

  test("the default policy replaces at least 95 % of all labeled values", () => {
    expect(recallOfLabels(sumOf([...scores.values()]))).toBeGreaterThanOrEqual(RECALL_OF_ALL);
  });
});

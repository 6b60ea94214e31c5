import { expect, test } from "@jest/globals";
import { tinyModel } from "../../../test/tiny-model.ts";
import { hashLower } from "../../text/hashes.ts";
import { openSharedModel, shareModel } from "./shared-model.ts";

const model = tinyModel();
const opened = openSharedModel(structuredClone(shareModel(model)));

test("When a model is sent to another thread, then it is the same model there", () => {
  expect(opened.lexicon.entries()).toEqual(model.lexicon.entries());
  expect(opened.lexicon.size).toBe(model.lexicon.size);
  expect(Buffer.from(opened.rows.buffer).equals(Buffer.from(model.rows.buffer))).toBe(true);
  expect({ ...opened, lexicon: 0, rows: 0 }).toEqual({ ...model, lexicon: 0, rows: 0 });
});

test("When a model is sent to another thread, then both threads use the same words and weights in memory", () => {
  const anna = hashLower("anna");
  model.lexicon.setClass(anna, 77);
  model.rows[5] = 12_345;
  expect(opened.lexicon.classAt(opened.lexicon.slotOf(anna))).toBe(77);
  expect(opened.rows[5]).toBe(12_345);
});

/** @slow reads the name models */
import { expect, test } from "@jest/globals";
import { createEngine } from "../../engine.ts";
import { readBundledModels } from "./bundled-models.ts";

const engine = createEngine({ names: readBundledModels() });
const found = (text: string) =>
  engine.find(text).map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);

test("The bundled models find English names that no pattern matches", () => {
  expect(found("Yesterday Anna Weber flew to Chicago with her brother Thomas.")).toEqual([
    "PERSON Anna Weber",
    "LOCATION Chicago",
    "PERSON Thomas",
  ]);
});

test("The bundled models find German names that no pattern matches", () => {
  expect(found("Gestern flog Anna Weber mit ihrem Bruder Thomas nach Hamburg.")).toEqual([
    "PERSON Anna Weber",
    "PERSON Thomas",
    "LOCATION Hamburg",
  ]);
});

test("When a word that can be a surname is used as a common noun, then it is not a name", () => {
  expect(found("Der Koch kauft am Morgen frisches Gemüse auf dem Markt.")).toEqual([]);
  expect(found("The bill will be paid by the end of the month.")).toEqual([]);
});

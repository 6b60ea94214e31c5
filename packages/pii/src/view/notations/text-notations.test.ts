/** @slow reads the name models */
import { expect, test } from "@jest/globals";
import { sampleSeed } from "@veil/testing/sample";
import { createEngine } from "../../engine.ts";
import { readBundledModels } from "../../names/model/bundled-models.ts";
import {
  type EmbeddedValue,
  type Marked,
  writtenOnce,
  writtenTwice,
} from "./text-notations.contract.ts";

const engine = createEngine({ names: readBundledModels() });

/** The seed of the sample, which is shown when a test fails. */
const SAMPLE = { VEIL_TEST_SAMPLE: sampleSeed() };

/** Texts with one person each. */
const PERSONS: readonly Marked[] = [
  { before: "", value: "Anna Schmidt", after: "" },
  { before: "Dear Mr. ", value: "Thomas Weber", after: ", thank you for the offer." },
  { before: "My name is ", value: "Peter Müller", after: " and I live here." },
  { before: "Sehr geehrte Frau ", value: "Hannelore Becker", after: "," },
  { before: "We met ", value: "Karen McAllister", after: " on the way to the office." },
  { before: "Der Vertrag mit ", value: "Stefan Krüger", after: " wurde nicht verlängert." },
];

function lostOf(written: readonly EmbeddedValue[]) {
  return written.filter(({ before, value, after, read }) => {
    return isCovered(read) && !isCovered({ before, value, after });
  });
}

function isCovered({ before, value, after }: Marked): boolean {
  const start = before.length;
  const end = start + value.length;
  return engine
    .find(before + value + after)
    .some((found) => found.type === "PERSON" && found.start <= start && end <= found.end);
}

test.each(PERSONS)("The names layer finds $value in every notation", (person) => {
  expect(lostOf(writtenOnce(person))).toEqual([]);
});

test.each(PERSONS)("The names layer finds $value in notations inside notations", (person) => {
  const lost = lostOf(writtenTwice(person));
  expect({ ...SAMPLE, lost }).toEqual({ ...SAMPLE, lost: [] });
});

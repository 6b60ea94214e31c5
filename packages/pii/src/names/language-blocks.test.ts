import { expect, test } from "@jest/globals";
import { readWords } from "../text/words.ts";
import { languageBlocks } from "./language-blocks.ts";

const ENGLISH = "Please tell me what you think of it.\n";
const GERMAN = "Das ist nicht, was wir wollten.\n";
const NEITHER = "Anna Koch, 1234\n";

function read(text: string, language: "en" | "de" = "en"): string[] {
  return languageBlocks(text, language, readWords(text)).map(
    ({ start, end, languages }) => `${languages.join("+")} ${text.slice(start, end)}`,
  );
}

test.each([ENGLISH + ENGLISH, NEITHER, "", ENGLISH + NEITHER, `${ENGLISH}\n${NEITHER}`])(
  "A text of one language is one block: %j",
  (text) => {
    expect(read(text)).toEqual([`en ${text}`]);
  },
);

test("When lines are in another language, then they are read in that language", () => {
  expect(read(ENGLISH + GERMAN + ENGLISH)).toEqual([
    `en ${ENGLISH}`,
    `de ${GERMAN}`,
    `en ${ENGLISH}`,
  ]);
});

test("When a line's language is clear, then it overrides the language of the request", () => {
  expect(read(`\n${GERMAN}`)).toEqual(["en+de \n", `de ${GERMAN}`]);
  expect(read(GERMAN)).toEqual([`de ${GERMAN}`]);
  expect(read(`\n${GERMAN}`, "de")).toEqual([`de \n${GERMAN}`]);
});

test("When a line's language is unclear, then it is read like the lines around it", () => {
  expect(read(`${ENGLISH}\n${GERMAN}${NEITHER}${GERMAN}${NEITHER}`)).toEqual([
    `en ${ENGLISH}`,
    "en+de \n",
    `de ${GERMAN}${NEITHER}${GERMAN}${NEITHER}`,
  ]);
});

test("When the lines around an unclear line disagree or are missing, then it is read in both languages", () => {
  expect(read(ENGLISH + NEITHER + GERMAN)).toEqual([
    `en ${ENGLISH}`,
    `en+de ${NEITHER}`,
    `de ${GERMAN}`,
  ]);
  expect(read(`${ENGLISH}\n${NEITHER}\n${GERMAN}`)).toEqual([
    `en ${ENGLISH}`,
    `en+de \n${NEITHER}\n`,
    `de ${GERMAN}`,
  ]);
});

import { expect, test } from "@jest/globals";
import { tinyLexicon } from "../../../test/tiny-model.ts";
import { chainsOf, MAX_CHAIN } from "../tokens/chains.ts";
import { tokenize } from "../tokens/tokenize.ts";
import { Tokens } from "../tokens/tokens.ts";
import { LABELS, labelTokens } from "./labels.ts";

const tokens = new Tokens();

function labels(text: string, marked: readonly (readonly [string, string])[]): string[] {
  tokenize(text, tinyLexicon(), tokens);
  const spans = marked.map(([value, type]) => {
    const start = text.indexOf(value);
    return { start, end: start + value.length, type };
  });
  return [...labelTokens(tokens, spans)].map((label) => LABELS[label] ?? "");
}

test("A token gets the label of the span that contains or overlaps it", () => {
  expect(
    labels("Dr. Anna Koch, 5 Main-Street, X AG", [
      ["Anna Koch", "PERSON"],
      ["5 Main-Street", "STREET_ADDRESS"],
      ["X AG", "ORGANIZATION"],
    ]),
  ).toEqual([
    "O",
    "O",
    "B-PERSON",
    "I-PERSON",
    "O",
    "B-LOCATION",
    "B-LOCATION",
    "I-LOCATION",
    "I-LOCATION",
    "O",
    "B-ORGANIZATION",
    "I-ORGANIZATION",
  ]);
  expect(labels("Annas Haus", [["Anna", "PERSON"]])).toEqual(["B-PERSON", "O"]);
  expect(labels("Anna", [["Anna", "DATE_TIME"]])).toEqual(["O"]);
});

test("When a name crosses a line end, then it begins again on the next line", () => {
  expect(labels("Anna\nKoch", [["Anna\nKoch", "PERSON"]])).toEqual(["B-PERSON", "B-PERSON"]);
});

test("Chains are runs of candidates on one line, cut at the maximum length", () => {
  tokenize("Anna Koch und Frau\nWeber", tinyLexicon(), tokens);
  expect([...chainsOf(tokens)]).toEqual([
    { start: 0, end: 4 },
    { start: 4, end: 5 },
  ]);
  tokenize("Koch ".repeat(MAX_CHAIN + 1), tinyLexicon(), tokens);
  expect([...chainsOf(tokens)]).toEqual([
    { start: 0, end: MAX_CHAIN },
    { start: MAX_CHAIN, end: MAX_CHAIN + 1 },
  ]);
});

/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "../engine.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";

const engine = createEngine({ names: readBundledModels() });
const PREFIXES = ["> ", ">", ">> ", "> > ", "// ", "# ", "* ", "??? ", "/* "];

interface Quoted {
  readonly text: string;
  /** Values whose letters and digits must all be replaced. */
  readonly values: readonly string[];
}

const LETTERS: readonly Quoted[] = [
  {
    text: "Anna Weber\nHauptstraße 5\n10115 Berlin\n\nSehr geehrte Frau Weber,",
    values: ["Anna Weber", "Hauptstraße 5", "10115 Berlin"],
  },
  {
    text: "John Miller\n12 Main Street\nSpringfield, IL 62704\n\nDear Mr. Miller,",
    values: ["John Miller", "12 Main Street", "Springfield, IL 62704"],
  },
  {
    text: "Lieferadresse:\nHauptstraße 5\n10115 Berlin",
    values: ["Hauptstraße 5", "10115 Berlin"],
  },
];
const NAMES: readonly Quoted[] = [
  { text: "Kind regards,\nAnna Weber", values: ["Anna Weber"] },
  { text: "Wir haben gestern mit Anna\nWeber gesprochen.", values: ["Anna", "Weber"] },
  { text: "Mit freundlichen Grüßen\nPeter Müller", values: ["Peter Müller"] },
];
const LABELS: readonly Quoted[] = [
  { text: "Name:\nAnna Weber", values: ["Anna Weber"] },
  { text: "SSN:\n123-45-6789", values: ["123-45-6789"] },
  { text: "IBAN:\nDE89 3704 0044\n0532 0130 00", values: ["DE89 3704 0044", "0532 0130 00"] },
  { text: "Date of birth:\n03.05.1980", values: ["03.05.1980"] },
];

function quoted(text: string, prefix: string): string {
  return `Please answer:\n${prefix}${text.replaceAll("\n", `\n${prefix}`)}\nThank you`;
}

function lostIn(text: string, values: readonly string[]): readonly string[] {
  const found = engine.find(text);
  return values.filter((value) => {
    const start = text.indexOf(value);
    return [...value].some((character, at) => {
      const place = start + at;
      const isCovered = found.some((span) => span.start <= place && place < span.end);
      return /[\p{L}\p{N}]/u.test(character) && !isCovered;
    });
  });
}

describe.each(PREFIXES)("In lines that begin with %j", (prefix) => {
  test.each([
    ["addresses of letters", LETTERS],
    ["names", NAMES],
    ["values on the line after their label", LABELS],
  ])("all %s are found in lines with a prefix", (_what, texts) => {
    const lost = texts.map(({ text, values }) => lostIn(quoted(text, prefix), values));
    expect(lost).toEqual(texts.map(() => []));
  });
});

test("When a list or a comment has no personal data, then nothing is found in it", () => {
  const list =
    "* bread\n* butter\n* four eggs\n\n// returns the sum\n// of two numbers\n\n??? what\n??? now";
  expect(engine.find(list)).toEqual([]);
});

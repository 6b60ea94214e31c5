import { describe, expect, test } from "@jest/globals";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { tinyLexicon } from "../../../test/tiny-model.ts";
import { LEXICON_FLAGS, type Lexicon } from "../lexicon/lexicon.ts";
import { tokenize } from "./tokenize.ts";
import { LINE_CASES, POSITIONS, SHAPES, TOKEN_KINDS, Tokens } from "./tokens.ts";

const lexicon = tinyLexicon();
const tokens = new Tokens();

interface Seen {
  readonly text: string;
  readonly kind: number | undefined;
  readonly shape: number | undefined;
  readonly line: number | undefined;
  readonly position: number | undefined;
  readonly flags: number | undefined;
  readonly isCandidate: boolean;
}

function read(text: string, options: { owned?: { start: number; end: number }[] } = {}): Seen[] {
  tokenize(text, lexicon, tokens, undefined, options.owned);
  return Array.from({ length: tokens.count }, (_, row) => ({
    text: text.slice(tokens.start[row], tokens.end[row]),
    kind: tokens.kind[row],
    shape: tokens.shape[row],
    line: tokens.line[row],
    position: tokens.position[row],
    flags: tokens.flags[row],
    isCandidate: tokens.candidate[row] === 1,
  }));
}
const textsOf = (text: string) => read(text).map((token) => token.text);
const candidatesOf = (text: string) =>
  read(text).flatMap((token) => (token.isCandidate ? [token.text] : []));

describe("Texts are split into tokens", () => {
  test.each([
    ["Dr.Leitner kam", ["Dr", ".", "Leitner", "kam"]],
    ["O’Neil-Jones, H.", ["O", "’", "Neil", "-", "Jones", ",", "H", "."]],
    ["2020 a1b", ["2020", "a", "1", "b"]],
    ["a\u0308 x\u00adx", ["a\u0308", "x\u00adx"]],
    ["😀\ud83d x", ["😀", "\ud83d", "x"]],
    ["", []],
    [" \u200b\ufeff\n", []],
  ])("%j has the tokens %j", (text, expected) => {
    expect(textsOf(text)).toEqual(expected);
  });

  test.each([
    ["mail Anna <anna.koch@x.example>!", "anna.koch@x.example"],
    ["E-Mail:anna@x.example", "anna@x.example"],
    ["see https://x.example/Anna_Koch?b=1, ok", "https://x.example/Anna_Koch?b=1"],
    ["see WWW.x.example/a b", "WWW.x.example/a"],
    ["thanks @anna_koch!", "@anna_koch"],
  ])("an address is one token and not a candidate: %j", (text, address) => {
    expect(read(text).filter(({ kind }) => kind === TOKEN_KINDS.OWNED)).toMatchObject([
      { text: address, shape: SHAPES.OWNED, isCandidate: false },
    ]);
  });

  test("a claimed span is one token, wherever it begins", () => {
    const owned = [
      { start: 2, end: 6 },
      { start: 9, end: 18 },
    ];
    const seen = read("ab cd ef +49 30 12 Koch", { owned });
    expect(seen.map(({ text, shape }) => [text, shape])).toEqual([
      ["ab", SHAPES.LOWER_WORD],
      ["cd ", SHAPES.OWNED],
      ["ef", SHAPES.LOWER_WORD],
      ["+49 30 12", SHAPES.DIGITS],
      ["Koch", SHAPES.CAPITALIZED],
    ]);
  });
});

test("Tokens have the expected shapes, lines and positions", () => {
  const seen = read("A Bcd EFG h ij kL MnO 日本\n\nx. Y: z");
  expect(seen.map(({ shape }) => shape)).toEqual([
    SHAPES.INITIAL,
    SHAPES.CAPITALIZED,
    SHAPES.ALL_CAPITALS,
    SHAPES.LOWER_LETTER,
    SHAPES.LOWER_WORD,
    SHAPES.INNER_CAPITAL,
    SHAPES.CAMEL,
    SHAPES.UNCASED,
    SHAPES.LOWER_LETTER,
    SHAPES.FULL_STOP,
    SHAPES.INITIAL,
    SHAPES.COLON,
    SHAPES.LOWER_LETTER,
  ]);
  expect(seen.map(({ line }) => line)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  expect(seen.slice(7).map(({ position }) => position)).toEqual([
    POSITIONS.INSIDE,
    POSITIONS.LINE_START,
    POSITIONS.INSIDE,
    POSITIONS.AFTER_STOP,
    POSITIONS.INSIDE,
    POSITIONS.AFTER_COLON,
  ]);
});

test.each([
  ["alle klein hier", LINE_CASES.LOWER],
  ["ALLES GROSS", LINE_CASES.UPPER],
  ["A Title Of Words", LINE_CASES.TITLE],
  ["Ein Satz mit zwei Nomen", LINE_CASES.MIXED],
])("The case of the line %j is recognized", (text, expected) => {
  read(text);
  expect(tokens.lineCase[0]).toBe(expected);
});

describe("Lexicon flags", () => {
  const flagsOf = (text: string) => read(text)[0]?.flags;
  const { LAST_TOP, GENITIVE } = LEXICON_FLAGS;

  test("lexicon flags ignore case and accents, and mark a genitive s", () => {
    expect(flagsOf("Koch")).toBe(LAST_TOP);
    expect(flagsOf("KOCH")).toBe(LAST_TOP);
    expect(flagsOf("Kóch")).toBe(LAST_TOP);
    expect(flagsOf("Webers")).toBe(LAST_TOP | GENITIVE);
    expect(flagsOf("Xyz")).toBe(0);
  });

  test("a masked word has no flags of name lists", () => {
    tokenize("Koch Weber", lexicon, tokens, (start) => start === 0);
    expect([tokens.flags[0], tokens.flags[1]]).toEqual([0, LAST_TOP]);
  });

  test("lexicon flags do not depend on the lexicon of the previous text", () => {
    const empty: Lexicon = new (lexicon.constructor as typeof Lexicon)(1);
    tokenize("Koch", empty, tokens);
    expect(tokens.flags[0]).toBe(0);
    expect(flagsOf("Koch")).toBe(LAST_TOP);
  });
});

describe("Only possible parts of names are candidates", () => {
  test.each([
    ["the Anna went", ["Anna"]],
    ["Anna-Maria O'Neil", ["Anna", "-", "Maria", "O", "'", "Neil"]],
    ["H. K. Weber.", ["H", ".", "K", ".", "Weber"]],
    ["hallo anna", ["hallo", "anna"]],
    ["anna_koch = koch(anna) x.anna.y", []],
  ])("%j has the candidates %j", (text, expected) => {
    expect(candidatesOf(text).filter((word) => !["the", "went"].includes(word))).toEqual(expected);
  });
});

test("For every text, tokens are in order and disjoint, and omit only white space", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (text) => {
      let end = 0;
      for (const token of read(text)) {
        const start = text.indexOf(token.text, end);
        expect(
          text
            .slice(end, start)
            .trim()
            .replaceAll(/[\u200b\ufeff]/g, ""),
        ).toBe("");
        expect(token.text.length).toBeGreaterThan(0);
        end = start + token.text.length;
      }
    }),
  );
});

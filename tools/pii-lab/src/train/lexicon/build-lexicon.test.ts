/** @heavy builds the lexicon of the models */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { LEXICON_FLAGS as F, hashFolded, hashLower, type Lexicon } from "@veil/pii/ner";
import { SHORT_NAMES } from "../../../test/short-names.ts";
import { buildLexicon } from "./build-lexicon.ts";
import { townsFor } from "./places.ts";
import { companyWords, dictionaryWords, lowerCaseWords, nationalitiesIn } from "./word-sources.ts";

let lexicon: Lexicon;
const flagsOf = (word: string): number => lexicon.flagsOf(hashLower(word));

beforeAll(() => {
  lexicon = buildLexicon("de", {
    names: SHORT_NAMES,
    towns: ["Köln", "Bad Ems"],
    companies: ["Siemens"],
    nationalities: ["german"],
    lowerSeen: [hashLower("gestern")],
    dictionary: [],
    programming: ["vhost", "leo"],
    wordClasses: new Map([[hashLower("anna"), 17]]),
  });
});

describe("the lexicon", () => {
  test.each([
    ["anna", F.FIRST | F.FIRST_OWN],
    ["Uwe", F.FIRST | F.FIRST_OWN],
    ["Hiroshi", F.FIRST],
    ["Becker", F.LAST | F.LAST_TOP],
    ["Köln", F.CITY],
    ["Ems", F.CITY_PART],
    ["siemens", F.COMPANY],
    ["german", F.NATIONALITY],
    ["gestern", F.LOWER_SEEN],
    ["Frau", F.HONORIFIC],
    ["GmbH", F.ORG_SUFFIX],
    ["von", F.PARTICLE],
    ["Ramipril", F.TERM],
  ])("The lexicon contains %s with the expected flags", (word, flags) => {
    expect(flagsOf(word) & flags).toBe(flags);
  });

  test("The lexicon also finds a word that is written without its diacritics", () => {
    expect(lexicon.flagsOf(hashFolded("Koln")) & F.CITY).toBe(F.CITY);
  });

  test("Programming words count as frequent unless they are given names", () => {
    const spoken = (word: string) => flagsOf(word) & ~(2 ** 18 - 1);
    expect(spoken("vhost")).not.toBe(0);
    expect(spoken("leo")).toBe(0);
  });

  test("The lexicon contains the class of a word", () => {
    expect(lexicon.classAt(lexicon.slotOf(hashLower("Anna")))).toBe(17);
  });
});

describe("sources of words", () => {
  test("Lower-case words count when they occur outside names at least twice", () => {
    const text = "anna ging heim";
    const spans = [{ start: 0, end: 4, type: "PERSON" }];
    const twice = [
      { text, spans },
      { text, spans },
    ];
    expect(lowerCaseWords(twice)).toEqual([hashLower("ging"), hashLower("heim")]);
    expect(lowerCaseWords(twice.slice(1))).toEqual([]);
  });

  test("Nationalities are single words that corpora mark at least twice", () => {
    const example = { text: "Swedish", spans: [{ start: 0, end: 7, type: "NRP" }] };
    expect(nationalitiesIn([example, example])).toEqual(["swedish"]);
  });

  test("townsFor returns large towns of all countries and small towns of the language's countries", () => {
    expect(townsFor("de")).toEqual(expect.arrayContaining(["Berlin", "Chicago", "Gummersbach"]));
  });

  test("The lists of company words and dictionary words omit names", () => {
    const isOther = (word: string) => word === "siemens" || word === "butler";
    expect(companyWords(isOther).map((word) => word.toLowerCase())).not.toContain("siemens");
    const words = dictionaryWords("en", isOther);
    expect(words).toContain("butlers");
    expect(words).not.toContain("butler");
  });
});
